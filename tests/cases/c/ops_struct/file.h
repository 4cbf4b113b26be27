struct file;

struct file_operations {
	int (*open)(struct file *f);
	int (*read)(struct file *f, char *buffer);
};

struct file {
	const struct file_operations *ops;
};

int vfs_read(struct file *f, char *buffer);
