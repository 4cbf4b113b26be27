struct ops {
	int (*open)(int);
};

extern const struct ops first;
extern const struct ops second;
