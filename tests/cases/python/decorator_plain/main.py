def traced(func):
    def wrapper():
        return func()

    return wrapper


@traced
def work():
    pass


def run():
    work()


run()
