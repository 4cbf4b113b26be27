static int twice(int x)
{
	return 2 * x;
}

static int apply(int (*f)(int), int x)
{
	return f(x);
}

int run(void)
{
	return apply(twice, 1) + apply(&twice, 2);
}
