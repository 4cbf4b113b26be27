def work():
    pass


def worker():
    while True:
        job = yield
        job()


def run():
    machine = worker()
    next(machine)
    machine.send(work)


run()
