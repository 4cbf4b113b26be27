def work():
    pass


a = work
b = a


def run():
    c = b
    c()


run()
