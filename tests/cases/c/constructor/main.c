struct point {
	int x, y;
};

static void draw(struct point *p)
{
}

void run(void)
{
	draw(&(struct point){ .x = 1, .y = 2 });
}
