#include "module.h"

int run(void) { return M_Init(2); }
