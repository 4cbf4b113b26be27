static int second(int x);

static int first(int x)
{
	return second(x + 1);
}

static int second(int x)
{
	return x * 2;
}

int main(void)
{
	return first(1) + second(2);
}
