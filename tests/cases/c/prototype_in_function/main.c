int run(void)
{
	extern int counter;
	int far_away(int x);

	return far_away(counter);
}
