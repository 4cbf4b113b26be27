int main(void)
{
	work();
	hidden();
	return 0;
}
