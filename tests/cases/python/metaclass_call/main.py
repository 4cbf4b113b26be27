class Meta(type):
    def __new__(mcs, name, bases, space):
        return super().__new__(mcs, name, bases, space)

    def __call__(cls):
        return super().__call__()


class Model(metaclass=Meta):
    def __init__(self):
        pass

    def save(self):
        pass


def run():
    Model().save()


run()
