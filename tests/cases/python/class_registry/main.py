REGISTRY = {}


def register(cls):
    REGISTRY[cls.__name__] = cls
    return cls


@register
class Jpeg:
    def load(self):
        pass


@register
class Png:
    def load(self):
        pass


class Stranger:
    def load(self):
        pass


def open_image(name):
    return REGISTRY[name]().load()


open_image("Jpeg")
open_image("Png")
