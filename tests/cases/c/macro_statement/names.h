int own_print(const char *text, ...);
#define other_print own_print
#define print other_print
