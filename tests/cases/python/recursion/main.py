def walk(node):
    for child in node.children:
        walk(child)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def endless():
    return endless()


def run():
    endless().stop()
