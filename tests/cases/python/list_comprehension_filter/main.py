def first():
    pass


def second():
    pass


def wanted(f):
    return f is first


def run():
    for step in [f for f in (first, second) if wanted(f)]:
        step()


run()
