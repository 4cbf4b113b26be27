#include "list.h"

void a(void)
{
	list_add(1);
}
