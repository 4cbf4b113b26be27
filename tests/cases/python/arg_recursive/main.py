def work():
    pass


def loop(f, n):
    if n:
        loop(f, n - 1)
    else:
        f()


loop(work, 2)
