def make():
    class Local:
        def __init__(self):
            pass

        def show(self):
            pass

    return Local


def run():
    Local = make()
    Local().show()


run()
