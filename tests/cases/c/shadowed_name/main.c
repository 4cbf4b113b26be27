static int work(void)
{
	return 1;
}

static int other(void)
{
	return 2;
}

int by_parameter(int (*work)(void))
{
	return work();
}

int by_local(void)
{
	int (*work)(void) = other;

	return work();
}

int plain(void)
{
	return work();
}
