#include "names.h"

#define POST                                                                  \
    do {                                                                      \
        if (submit(request)) return fail();                                   \
    } while (0)
#define NOTHING

static int submit(int request) { return request; }
static int fail(void) { return 1; }
int LEVEL;

int start(int request) {
    POST;
    LEVEL;
    return 0;
}

void report(void) {
    print("done");
}
