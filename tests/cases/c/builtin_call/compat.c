unsigned long strlcpy(char *to, const char *from, unsigned long size)
{
	return size;
}
