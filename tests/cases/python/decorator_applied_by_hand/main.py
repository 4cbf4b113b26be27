def traced(func):
    def wrapper():
        return func()

    return wrapper


def work():
    pass


traced_work = traced(work)


def run():
    traced_work()


run()
