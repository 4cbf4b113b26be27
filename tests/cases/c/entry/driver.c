/* What the kernel calls through its macros, and main. */
static int start(void)
{
	return 0;
}

static void stop(void)
{
}

module_init(start);
module_exit(stop);

int main(void)
{
	return start();
}
