#include "lib.h"

int main(void)
{
	return lib_open();
}
