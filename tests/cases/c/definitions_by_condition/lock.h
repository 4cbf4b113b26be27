int lock(void);
