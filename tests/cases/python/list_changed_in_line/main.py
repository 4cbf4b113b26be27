def first():
    pass


def second():
    pass


def third():
    pass


def taken():
    steps = [first, second]
    steps.pop()()


def left():
    steps = [first, second]
    steps.pop()
    for step in steps:
        step()


def inserted():
    steps = [first]
    steps.insert(0, second)
    steps[0]()


def deleted():
    steps = [first, second]
    del steps[0]
    steps[0]()


def cleared():
    steps = [first]
    steps.clear()
    steps.append(third)
    steps[-1]()


def removed():
    steps = [first, second]
    steps.remove(first)
    return [step() for step in steps]


def extended():
    steps = []
    steps.extend([first, second])
    steps.reverse()
    head, *rest = steps
    head()


def spread():
    steps = [first]
    steps.append(second)
    steps.pop(0)
    call(*steps)


def call(step):
    step()


taken()
left()
inserted()
deleted()
cleared()
removed()
extended()
spread()
