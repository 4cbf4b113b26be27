struct mode {
    int (*key)(int);
};

static int press(int code) { return code; }

static struct mode keyboard = { .key = press };

void *allocate(int size);

int run(void)
{
    struct mode *mode, **all;

    mode = allocate(8);
    all = allocate(16);
    all[0] = &keyboard;
    return mode->key(1) + all[0]->key(2);
}
