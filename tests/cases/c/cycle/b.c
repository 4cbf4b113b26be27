#include "b.h"

int b(int n)
{
	return a(n);
}
