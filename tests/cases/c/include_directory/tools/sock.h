int sock_open(void);
