struct ops {
	int (*open)(int);
	int (*close)(int);
};

static int fake(int x) { return x; }
static int real(int x) { return x; }
static int shut(int x) { return x; }

static const struct ops table = { .open = real };
static const struct ops plain = { real, shut };

static int run(const struct ops *o)
{
	return o->open(1);
}

static int end(const struct ops *o)
{
	return o->close(1);
}

int test(void)
{
	struct ops l;

	l.open = fake;
	return l.open(0);
}

int either(int x)
{
	struct ops l = { .open = real };

	if (x)
		l.open = fake;
	return l.open(0);
}

int through_pointer(void)
{
	const struct ops *p = &plain;

	return p->close(3);
}

int main(void)
{
	return table.open(2) + run(&table) + end(&plain);
}
