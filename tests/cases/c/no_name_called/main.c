#define paste(op, x) op##f(x)

static int floorf(int x) { return x; }
static int other(int x) { return x; }

int run(int x)
{
	switch (x) {
	case 1:
#ifdef SLOW
		if (other(1)) {
			x = 2;
		}
		if (!other(2) ||
#else
		if (
#endif
		    (other(3) + 1) % 31) {
			x = 3;
			break;
		}
		x = paste(floor, x);
	}
	return x;
}
