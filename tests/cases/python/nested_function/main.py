def outer():
    def inner():
        def deepest():
            inner()

        deepest()

    inner()


def inner():
    outer()


def other():
    inner()
