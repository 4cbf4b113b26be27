from tools import send


def clean():
    pass


def by_parameter(clean):
    clean()


def by_local_import():
    from tools import clean

    clean()


def by_local_function():
    def send():
        pass

    send()


def by_loop(things):
    for send in things:
        send()


def print(text):
    pass


def own_builtin():
    print("a")


def plain():
    clean()
    send()
