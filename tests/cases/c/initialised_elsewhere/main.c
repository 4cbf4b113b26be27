#include "ops.h"

int main(void)
{
	return first.open(1);
}
