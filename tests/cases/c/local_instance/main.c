struct timer {
	void (*tick)(void);
};

static void tick(void)
{
}

void run(void)
{
	struct timer t = { .tick = tick };

	t.tick();
}
