def first():
    pass


def second():
    pass


def fallback():
    pass


def choose(n):
    return first if n else second


def default(f=None):
    return f or fallback


def run(n):
    choose(n)()


def run_default():
    default()()


run(0)
run(1)
run_default()
