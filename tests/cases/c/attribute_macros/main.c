static inline __must_check int checked(void)
{
	return 1;
}

static int __init set_up(void)
{
	return checked();
}

MYLIB_API int MYLIB_CALL exported(int x)
{
	return x;
}

__attribute__((noinline, aligned(16))) static void aligned(void)
{
}

int old_style(a, b)
	int a;
	char *b;
{
	return a;
}

asmlinkage __visible int main(void) __releases(&lock)
{
	set_up();
	checked();
	exported(1);
	aligned();
	return old_style(1, "x");
}
