#include "list.h"

static void grow(void)
{
}

void push(int x)
{
	grow();
}
