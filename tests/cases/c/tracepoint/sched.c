#include "trace.h"

void switch_to(int prev, int next)
{
	trace_sched_switch(prev, next);
}
