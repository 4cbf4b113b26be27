import second


def go(n):
    if n:
        second.back(n - 1)
