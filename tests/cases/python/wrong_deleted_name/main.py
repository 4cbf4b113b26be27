def work():
    pass


def run():
    f = work
    del f
    try:
        f()
    except NameError:
        pass


run()
