def work():
    pass


def find():
    return work


def run():
    if f := find():
        f()


run()
