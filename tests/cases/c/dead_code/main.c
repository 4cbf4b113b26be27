static void alive(void)
{
}

static void dead(void)
{
}

void run(void)
{
#if 0
	it's dead();
#else
	alive();
#endif
}
