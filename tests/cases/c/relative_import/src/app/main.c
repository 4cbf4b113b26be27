#include "../lib/list.h"

int main(void)
{
	push(1);
	return 0;
}
