void *zmalloc(unsigned long size);
