def work():
    pass


def run():
    get = lambda: work
    get()()
    both = lambda: lambda: work()
    both()()


run()
