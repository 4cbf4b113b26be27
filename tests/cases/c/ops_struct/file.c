#include "file.h"

int vfs_read(struct file *f, char *buffer)
{
	return f->ops->read(f, buffer);
}
