static int ready(void)
{
	return 1;
}

static int steady(void)
{
	return 1;
}

static void go(void)
{
}

void run(void)
{
#ifdef CONFIG_SMP
	if (ready()) {
#else
	if (steady()) {
#endif
		go();
	}
}

#ifdef CONFIG_LONG
void next(long x)
{
#else
void next(int x)
{
#endif
	go();
}

void last(void)
{
	go();
}
