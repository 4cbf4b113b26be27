#ifndef TEXT_H
#define TEXT_H

const char *clean(const char *text);

#endif
