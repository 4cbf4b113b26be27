def traced(func):
    def wrapper():
        return func()

    return wrapper


def build(decorate):
    @decorate
    def inner():
        pass

    return inner


def run():
    build(traced)()


run()
