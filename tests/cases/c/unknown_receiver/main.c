#include <gone.h>

static int open(void)
{
	return 1;
}

int run(struct handle *h)
{
	return h->open();
}
