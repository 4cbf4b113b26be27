def work(x):
    pass


def run():
    f = lambda x: work(x)
    return [f(x) for x in range(2)]


run()
