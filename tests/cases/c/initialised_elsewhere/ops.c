#include "ops.h"

static int one(int x) { return x; }
static int two(int x) { return x; }

const struct ops first = { one };
const struct ops second = { two };
