#include "text.h"

static const char *cut(const char *text)
{
	return text + 1;
}

const char *clean(const char *text)
{
	return cut(text);
}
