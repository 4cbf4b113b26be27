static int count(void)
{
	return 1;
}

static int flag(void)
{
	return 1;
}

static int index_of(int x)
{
	return x;
}

static int value(void)
{
	return 1;
}

int run(int *table)
{
	int numbers[] = { count(), 2 };

	while (!flag() && numbers[0])
		table[index_of(1)] += value();
	return sizeof(count()) + numbers[1];
}
