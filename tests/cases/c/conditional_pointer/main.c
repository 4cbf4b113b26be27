static int up(int x)
{
	return x + 1;
}

static int down(int x)
{
	return x - 1;
}

int run(int rising)
{
	return (rising ? up : down)(1);
}
