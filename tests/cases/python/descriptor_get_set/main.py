class Field:
    def __set_name__(self, owner, name):
        pass

    def __get__(self, instance, owner):
        return 1

    def __set__(self, instance, value):
        pass


class Model:
    size = Field()


def run():
    model = Model()
    model.size = 2
    return model.size


run()
