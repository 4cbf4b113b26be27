def first():
    pass


def second():
    pass


def call(a, b):
    b()


pair = (first, second)
call(*pair)
