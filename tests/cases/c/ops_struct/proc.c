#include "file.h"

static int proc_read(struct file *f, char *buffer)
{
	return 0;
}

static const struct file_operations proc_operations = {
	.read	= proc_read,
#ifdef CONFIG_COMPAT
	.open	= 0,
#endif
};
