def first():
    pass


def second():
    pass


def run(n):
    if n:
        f = first
    else:
        f = second
    f()


run(0)
run(1)
