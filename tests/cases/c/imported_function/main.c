#include <stdio.h>
#include "tools/text.h"

int main(void)
{
	puts(clean("x"));
	return 0;
}
