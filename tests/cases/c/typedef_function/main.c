typedef struct client client;
typedef void (*close_handler)(client *c);

struct client {
	close_handler on_close;
};

static void released(client *c)
{
}

static void release(client *c)
{
	c->on_close = released;
}

void run(client *c)
{
	release(c);
	c->on_close(c);
}
