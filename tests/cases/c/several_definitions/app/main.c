#include "include/cpu.h"

int main(void)
{
	cpu_halt();
	return 0;
}
