def first():
    pass


def second():
    pass


def close():
    pass


def run(n):
    try:
        1 / n
        f = first
    except ZeroDivisionError:
        f = second
    finally:
        close()
    f()


run(0)
run(1)
