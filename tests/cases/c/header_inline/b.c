#include "list.h"

void b(void)
{
	list_add(2);
}
