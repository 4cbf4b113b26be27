static void work(void);

#if defined(CONFIG_A) || \
	CONFIG_B
void run(void)
{
	work();
}
#elif !defined(CONFIG_C) && \
	defined(CONFIG_D)
void rest(void)
{
	work();
}
#endif

static void work(void)
{
}
