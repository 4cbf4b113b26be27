def work():
    pass


def run():
    apply = lambda f: f()
    apply(work)


run()
