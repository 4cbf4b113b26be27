#ifndef A_H
#define A_H
#include "b.h"
int a(int n);
#endif
