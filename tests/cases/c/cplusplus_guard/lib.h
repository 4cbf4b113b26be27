#ifndef LIB_H
#define LIB_H

#ifdef __cplusplus
extern "C" {
#endif

int lib_open(void);

#ifdef __cplusplus
}
#endif

#endif
