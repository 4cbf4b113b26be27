#ifdef SLOW
int late(void) { return 1; }
#else
int late(void) { return 2; }
#endif
