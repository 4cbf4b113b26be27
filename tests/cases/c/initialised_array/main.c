#include "command.h"

static void setup(void) { }
static void teardown(void) { }
static int add(int x) { return x; }
static int drop(int x) { return x; }
static int other(int x) { return x; }

static const struct command commands[] = {
	{ "add", { setup, teardown }, add },
	{ .name = "drop", .hooks = { .after = teardown }, .run = drop },
	{ "last", .hooks.before = setup, .run = drop },
};

static const struct command others[] = {
	[1] = { .name = "other", .run = other },
};

static const struct command *chosen(int which)
{
	return which ? &commands[0] : others;
}

int by_index(int i)
{
	return commands[i].run(i);
}

int first(void)
{
	commands[0].hooks.before();
	return commands[0].run(1);
}

int in_loop(void)
{
	const struct command *c;

	for (c = commands; c->name; c++) {
		c->hooks.after();
		c->run(1);
	}
	return 0;
}

int given(struct command *list, int i)
{
	return list[i].run(i);
}

int of_function(int i)
{
	return chosen(i)->run(i);
}
