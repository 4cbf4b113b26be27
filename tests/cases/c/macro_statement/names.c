#include "names.h"

int own_print(const char *text, ...) { return 0; }
