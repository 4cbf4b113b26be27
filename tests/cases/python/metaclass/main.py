class Meta(type):
    def create(cls):
        return cls()

    def label(cls):
        pass


class Model(metaclass=Meta):
    def save(self):
        pass


def run():
    Model.create()
    Model().label()
