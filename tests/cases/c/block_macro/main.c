#define dispatch(o) switch(o)
#define GET(i) ((i) & 1)
#define list_for_each_entry(p, head, member) for (p = head; p; p = p->next)

struct node {
	struct node *next;
};

static int helper(int x) { return x; }

int run(int i, struct node *head)
{
	struct node *p;
	for (;;) {
		dispatch (GET(i)) {
			case 1: helper(i); break;
		}
		helper(2);
	}
	list_for_each_entry(p, head, next) {
		helper(3);
	}
	return 0;
}

int nested(int x)
{
	int (own)(int y) {
		return helper(y);
	}
	return own(x);
}
