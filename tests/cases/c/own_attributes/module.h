#define API extern
#define ATTR __attribute__((unused))
API int (*M_One)(int a) ATTR;
API int (*M_Two)() ATTR;
API void * (*M_Three)(int a) ATTR;
static int M_Init(int a) ATTR;
static int M_Init(int a) { M_One(a); return 0; }
