#include "zmalloc.h"

#define alloc zmalloc

void *run(void)
{
	return alloc(10);
}
