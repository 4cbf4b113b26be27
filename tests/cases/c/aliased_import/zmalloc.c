#include "zmalloc.h"

void *zmalloc(unsigned long size)
{
	return 0;
}
