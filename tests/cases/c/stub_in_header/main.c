#include "debug.h"

int run(void)
{
	return debug_start();
}
