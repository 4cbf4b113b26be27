enum state { START, STOP };

static void start(void)
{
}

static void stop(void)
{
}

static void (*commands[])(void) = { start, stop };
static void (*handlers[])(void) = {
	[START] = start,
	[STOP] = stop,
};

void run(int which)
{
	commands[which]();
}

void pick(void)
{
	handlers[STOP]();
}
