int run_c(void)
{
	return helper();
}
