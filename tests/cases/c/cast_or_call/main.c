typedef unsigned int u32;

static int size(void)
{
	return 1;
}

static int half(int x)
{
	return x / 2;
}

int run(void)
{
	int (*handler_t)(int) = half;

	return (u32)(size()) + (half)(2) + (handler_t)(4);
}
