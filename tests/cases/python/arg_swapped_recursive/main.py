def ping():
    pass


def pong():
    pass


def play(a, b, n):
    a()
    if n:
        play(b, a, n - 1)


play(ping, pong, 1)
