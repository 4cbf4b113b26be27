#define REGISTER(f) static void *registered_##f = f;

void start(void)
{
}

REGISTER(start)
EXPORT_SYMBOL(start);
