def checked(func):
    func()
    return func


@checked
def work():
    pass


def run():
    work()


run()
