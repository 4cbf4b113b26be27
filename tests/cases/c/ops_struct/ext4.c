#include <string.h>
#include "file.h"

static int ext4_read(struct file *f, char *buffer)
{
	return 1;
}

static int ext4_open(struct file *f)
{
	memset(f, 0, sizeof(*f));
	return 0;
}

static const struct file_operations ext4_file_operations = {
	.open = ext4_open,
	.read = ext4_read,
};
