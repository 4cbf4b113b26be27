class Guard:
    def __init__(self):
        self.size = 1

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


class Plain:
    def __init__(self):
        self.size = 1


def change(guard, plain):
    guard.colour = 2
    plain.colour = 2


change(Guard(), Plain())
