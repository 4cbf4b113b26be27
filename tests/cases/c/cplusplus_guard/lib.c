#include "lib.h"

int lib_open(void)
{
	return 1;
}
