#ifndef LOG_H
#define LOG_H

void log_line(const char *text, long when);

#define STAMP() time(0)
#define LOG(text) do { \
	if (text) \
		log_line(text, STAMP()); \
} while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWICE(f) f(); f()

#endif
