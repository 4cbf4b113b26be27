static void lock(void)
{
}

static void work(void)
{
}

static int pick(int x)
{
	return x;
}

void run(void)
{
	void (*f)(void) = ({ lock(); pick(1); work; });

	f();
}
