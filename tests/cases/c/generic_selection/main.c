static void print_int(int x)
{
}

static void print_text(const char *x)
{
}

void run(void)
{
	_Generic(1, int: print_int, default: print_text)(1);
}
