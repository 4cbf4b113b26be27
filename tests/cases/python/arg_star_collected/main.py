def first():
    pass


def second():
    pass


def stranger():
    pass


def call_all(*functions):
    for function in functions:
        function()


call_all(first, second)
