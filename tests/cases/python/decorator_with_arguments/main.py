def notify():
    pass


def hooked(hook):
    def decorate(func):
        def wrapper():
            hook()
            return func()

        return wrapper

    return decorate


@hooked(notify)
def work():
    pass


work()
