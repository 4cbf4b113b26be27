long compat_read(unsigned int fd, char *buf)
{
	return sys_read(fd, buf, 1);
}
