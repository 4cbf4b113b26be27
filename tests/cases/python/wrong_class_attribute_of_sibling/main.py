def red():
    pass


def blue():
    pass


class Base:
    pass


class Red(Base):
    action = staticmethod(red)


class Blue(Base):
    action = staticmethod(blue)


def run_red():
    Red.action()


def run_blue():
    Blue().action()


run_red()
run_blue()
