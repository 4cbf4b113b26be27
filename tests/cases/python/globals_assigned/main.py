def work():
    pass


def rest():
    pass


globals()["done"] = work
done()


def run():
    globals()["other"] = rest
    other()


run()
