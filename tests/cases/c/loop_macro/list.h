static inline int next_cpu(int cpu)
{
	return cpu + 1;
}

#define for_each_cpu(cpu) for (cpu = 0; cpu < 4; cpu = next_cpu(cpu))
#define list_for_each(p, head) for (p = (head)->next; p != (head); p = p->next)
