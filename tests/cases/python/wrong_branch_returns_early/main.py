def first():
    pass


def second():
    pass


def run(n):
    f = first
    if n:
        f = second
        return f
    f()


run(0)
run(1)
