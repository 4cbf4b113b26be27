#include "list.h"

struct node {
	struct node *next;
};

static void use(int x)
{
}

static void drop(struct node *p)
{
}

void run(struct node *head)
{
	struct node *p;
	int cpu;

	for_each_cpu(cpu)
		use(cpu);
	list_for_each(p, head) {
		drop(p);
	}
}
