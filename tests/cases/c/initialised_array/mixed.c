#include "command.h"

static void one(void) { }
static void two(void) { }
static void three(void) { }
static void four(void) { }

static struct mixed by_place = { { .first = one }, two, three };
static struct mixed by_name = { .second = four, three };

void use(struct mixed *m)
{
	m->first();
	m->second();
	m->last();
}

void make(void)
{
	use(&(struct mixed){ .last = two });
}
