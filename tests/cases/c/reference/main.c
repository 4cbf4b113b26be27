/* Functions whose address is taken: in tables, fields, arguments; a variable of that name is none. */
#include "ops.h"

static int open_file(void)
{
	return 0;
}

static int close_file(void)
{
	return 0;
}

static const struct ops file_ops = {
	.open = open_file,
	.close = &close_file,
};

void set_up(struct ops *ops)
{
	ops->open = shared_open;
	on_exit_call(close_file);
}

int other(int open_file)
{
	return keep(open_file);
}
