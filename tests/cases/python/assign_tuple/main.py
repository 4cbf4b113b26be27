def first():
    pass


def second():
    pass


def run_a():
    a, b = first, second
    a()


def run_b():
    a, b = first, second
    b()


run_a()
run_b()
