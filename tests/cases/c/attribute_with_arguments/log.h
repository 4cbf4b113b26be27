#define printflike(a, b) __attribute__((format(printf, a, b)))
#define WARN_UNUSED(x) __attribute__((x))
#define LIST_OF(t) t##_list
void printflike(1, 2) log_it(const char *, ...);
char *printflike(1, 2) WARN_UNUSED(warn) make(const char *, ...);
int log_last(const char *, ...) printflike(1, 2);
int plain(int);
