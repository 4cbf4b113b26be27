static int helper(void)
{
	return 2;
}

int run_b(void)
{
	return helper();
}
