def traced(func):
    def wrapper():
        return func()

    return wrapper


logged = traced


@logged
def work():
    pass


work()
