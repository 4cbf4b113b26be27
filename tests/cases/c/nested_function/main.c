int run(int x)
{
	int add(int y)
	{
		return x + y;
	}

	return add(1);
}

int outside(void)
{
	return add(2);
}
