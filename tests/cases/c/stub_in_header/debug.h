#ifndef DEBUG_H
#define DEBUG_H

#ifdef CONFIG_DEBUG
int debug_start(void);
#else
static inline int debug_start(void)
{
	return 0;
}
#endif

#endif
