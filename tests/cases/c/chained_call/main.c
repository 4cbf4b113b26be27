struct device {
	void (*reset)(void);
};

static void hard_reset(void)
{
}

static struct device only = { hard_reset };

static struct device *device(void)
{
	return &only;
}

void run(void)
{
	device()->reset();
}
