#include "log.h"

int main(void)
{
	log_line("x");
	return 0;
}
