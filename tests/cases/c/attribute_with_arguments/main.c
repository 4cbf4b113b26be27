#include "log.h"

static void printflike(1, 2)
add(const char *fmt, ...)
{
	log_it(fmt);
}

static LIST_OF(item) *items(void)
{
	return 0;
}

int old_style(a, callback)
	int a;
	int (*callback)(int);
{
	return callback(a);
}

int
main(void)
{
	add("x");
	log_it("y");
	make("z");
	log_last("z");
	items();
	old_style(1, plain);
	return plain(1);
}
