def work():
    pass


def get():
    return work


def get_again():
    return get()


def run():
    get_again()()


run()
