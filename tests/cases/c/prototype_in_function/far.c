int counter;

int far_away(int x)
{
	return x;
}
