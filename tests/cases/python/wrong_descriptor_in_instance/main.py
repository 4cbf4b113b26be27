class Field:
    def __get__(self, instance, owner):
        return 1


class Model:
    size = Field()

    def __init__(self):
        self.field = Field()

    def read(self):
        return self.field


def run():
    Model().read()
    return Model().field


run()
