import first


def back(n):
    first.go(n)
