#include <net/sock.h>

int tcp_open(void)
{
	return sock_open();
}
