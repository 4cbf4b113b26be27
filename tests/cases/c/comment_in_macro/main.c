static void first(void)
{
}

static void second(void)
{
}

#define BOTH() do {	/* both of them */ \
	first();	/* the first */ \
	second();	\
} while (0)

void run(void)
{
	BOTH();
}
