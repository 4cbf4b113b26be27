def old():
    pass


def new():
    pass


handler = old


def change():
    global handler
    handler = new


def run():
    handler()


run()
change()
run()
