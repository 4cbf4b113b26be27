#include "lock.h"

int main(void) { return lock() + late(); }
