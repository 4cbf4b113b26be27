from jinja2 import Environment


class Mixin:
    def __init__(self, **kw):
        super().__init__(**kw)

    def render(self):
        return super().render()


class Strict(Mixin, Environment):
    def __init__(self, **kw):
        super().__init__(**kw)


class Base:
    def __init__(self):
        pass


class Other:
    def __init__(self):
        super().__init__()


class Both(Other, Base):
    pass


class Plain:
    def __init__(self):
        super().__init__()

    def __setattr__(self, name, value):
        super().__setattr__(name, value)


class Old(object):
    def __init__(self):
        super(Old, self).__init__()


def main():
    Strict().render()
    Both()
    Plain()
    Old()
