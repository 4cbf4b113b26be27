def tag(function):
    function.handler = handle
    return function


def handle():
    pass


@tag
def view():
    pass


def plain():
    pass


view()
view.handler()
plain.handler()
