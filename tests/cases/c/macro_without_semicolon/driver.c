static int __init set_up(void)
{
	return 0;
}
module_init(set_up)

static int probe(void)
{
	return set_up();
}

module_exit(leave)
static void __exit leave(void)
{
	set_up();
}
