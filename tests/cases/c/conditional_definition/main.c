static void sleep_a(void)
{
}

static void sleep_b(void)
{
}

#ifdef CONFIG_A
static void wait_for(void)
{
	sleep_a();
}
#else
static void wait_for(void)
{
	sleep_b();
}
#endif

void run(void)
{
	wait_for();
}
