int factorial(int n)
{
	return n < 2 ? 1 : n * factorial(n - 1);
}

static int odd(int n);

static int even(int n)
{
	return n == 0 || odd(n - 1);
}

static int odd(int n)
{
	return n != 0 && even(n - 1);
}
