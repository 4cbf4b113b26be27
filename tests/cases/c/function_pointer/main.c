static int fast(int x)
{
	return x;
}

static int slow(int x)
{
	return x + 1;
}

int run(int hurry)
{
	int (*step)(int);

	if (hurry)
		step = fast;
	else
		step = &slow;
	return step(1) + (*step)(2);
}

int again(void)
{
	int (*step)(int) = 0;

	step = fast;
	return (step)(1);
}

int cast(void)
{
	void *p = (void *)fast;

	return ((int (*)(int))p)(3);
}
