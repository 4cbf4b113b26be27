#include <asm/tsc.h>

long ticks(void)
{
	return read_tsc();
}
