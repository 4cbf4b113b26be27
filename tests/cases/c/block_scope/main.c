static void inner(void)
{
}

static void outer(void)
{
}

void run(int deep)
{
	void (*f)(void) = outer;

	if (deep) {
		void (*f)(void) = inner;

		f();
	}
	f();
}
