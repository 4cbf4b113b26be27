def hook():
    pass


def with_hook(f, action):
    def wrapper():
        action()

    return wrapper


def work():
    pass


def plain():
    work()


wrapped = with_hook(work, hook)
wrapped()
plain()
