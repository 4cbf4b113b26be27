struct ops {
	int (*open)(void);
	int (*close)(void);
};

int shared_open(void);
