class Plain:
    def go(self):
        pass


class Callable:
    def __call__(self):
        pass


def run():
    value = Plain()
    try:
        value()
    except TypeError:
        pass


run()
