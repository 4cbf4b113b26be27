#include "log.h"

static void tick(void)
{
}

int run(int x)
{
	LOG("running");
	TWICE(tick);
	return MAX(x, 2);
}
