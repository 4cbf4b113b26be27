#include "a.h"

int a(int n)
{
	return b(n);
}
