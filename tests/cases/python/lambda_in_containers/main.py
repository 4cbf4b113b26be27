def start():
    pass


def stop():
    pass


TABLE = {"a": lambda: start()}
LIST = [lambda: stop()]


def run():
    TABLE["a"]()
    for each in LIST:
        each()


run()
