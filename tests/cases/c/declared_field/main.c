struct bus {
	int (*send)(int x);
};

struct card {
	struct bus *bus;
};

static int bus_send(int x)
{
	return x;
}

void attach(struct card *c)
{
	c->bus->send = bus_send;
}

int run(struct card *c)
{
	return c->bus->send(1);
}
