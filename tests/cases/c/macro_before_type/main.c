#define my_inline inline

typedef struct {
    int (*open)(int);
} box_t;

static int go(int x) { return x; }

static my_inline void turn(int x) { go(x); }

static my_inline box_t *filled(box_t *box)
{
    box->open = go;
    return box;
}

int run(box_t *box)
{
    turn(1);
    return filled(box)->open(2);
}
