def old():
    pass


def new():
    pass


handler = old


def change():
    handler = new
    return handler


def run():
    handler()


change()
run()
