int work(void)
{
	return 0;
}

static int hidden(void)
{
	return 0;
}
