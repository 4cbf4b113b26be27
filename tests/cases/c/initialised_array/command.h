struct hooks {
	void (*before)(void);
	void (*after)(void);
};

struct command {
	const char *name;
	struct hooks hooks;
	int (*run)(int);
};

struct mixed {
	union {
		int number;
		void (*first)(void);
	};
	void (*second)(void);
#ifdef DEBUG
	void (*trace)(void);
#endif
	void (*last)(void);
};
