"""A property of a metaclass runs where it is read from a class; one of the class itself does not."""


class Meta(type):
    @property
    def label(cls):
        return cls.make()


class Model(metaclass=Meta):
    @classmethod
    def make(cls):
        return cls()

    @property
    def own(self):
        return self.save()

    def save(self):
        pass


def run():
    Model.label.save()


def plain():
    return Model.own


run()
plain()
