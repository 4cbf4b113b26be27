class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases):
        return {}

    def __init__(cls, name, bases, space):
        super().__init__(name, bases, space)

    def build(cls):
        return cls()


class Model(metaclass=Meta):
    def save(self):
        pass


class Child(Model):
    pass


class Stranger:
    def save(self):
        pass


Child.build().save()
