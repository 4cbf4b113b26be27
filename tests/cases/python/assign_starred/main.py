def first():
    pass


def second():
    pass


def third():
    pass


def run():
    head, *rest = [first, second, third]
    for each in rest:
        each()


def run_head():
    head, *rest = [first, second, third]
    head()


run()
run_head()
