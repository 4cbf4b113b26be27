from factory import choose


def make():
    def inner():
        pass

    return inner


def run():
    make()()
    step = choose(True)
    step()
