#include <pthread.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void *work(void *given) { return given; }
static void leave(void) {}
static int first(void) { return 1; }
static int second(void) { return 2; }
static int (*steps[])(void) = {first, second};

int sorts(int *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, by_size);
    return bsearch(numbers, numbers, count, sizeof *numbers, by_size) != NULL;
}

void starts(pthread_t *thread) {
    pthread_create(thread, NULL, work, NULL);
    atexit(leave);
}

int counts(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += steps[i]();
    return sum;
}
