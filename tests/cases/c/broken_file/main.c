static void work(void)
{
}

void before(void)
{
	work();
}

int $$ = ) oops;

void after(void)
{
	work();
}
