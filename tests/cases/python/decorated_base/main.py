import outside


def register(cls):
    return cls


def named(name):
    def give(cls):
        return cls

    return give


@outside.mark
class First:
    def one(self):
        pass


@register
class Second:
    def two(self):
        pass


@named("third")
class Third:
    def three(self):
        pass


class Child(First, Second, Third):
    def run(self):
        self.one()
        self.two()
        self.three()


def typed(child: First):
    child.one()


Child().run()
