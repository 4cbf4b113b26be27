#include "log.h"
void log_it(const char *fmt, ...) {}
char *make(const char *fmt, ...) { return 0; }
int log_last(const char *fmt, ...) { return 0; }
int plain(int x) { return x; }
