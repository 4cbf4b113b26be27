static long ksys_read(unsigned int fd, char *buf, unsigned long count)
{
	return 0;
}

SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	return ksys_read(fd, buf, count);
}

static void ksys_sync(void)
{
}

SYSCALL_DEFINE0(sync)
{
	ksys_sync();
	return 0;
}
