#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *p = malloc(10);

	strlcpy(p, "x", 10);
	if (__builtin_expect(!p, 0))
		printf("no memory");
	return 0;
}
