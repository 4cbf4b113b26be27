#include "b.h"

int deep(void)
{
	return 1;
}
