typedef void (*action)(void);

static void slow(void)
{
}

static action choose(void)
{
	return slow;
}

void run(void)
{
	choose()();
}
