typedef struct {
	int x, y;
} point;

typedef point place;

static void draw(place p)
{
}

void run(void)
{
	draw((place){ 1, 2 });
}
