#define UNUSED(declaration) __attribute__((unused)) declaration
#define EXPORT(declaration) static declaration

EXPORT(int first(int a));
EXPORT(void each(int a, int (*f)(int)));

UNUSED(static int helper(int a)) {
    return first(a);
}

EXPORT(int first(int a)) {
    return a;
}

EXPORT(void each(int a, int (*f)(int))) {
    f(a);
}

int main(void) {
    each(1, helper);
    return helper(2);
}
