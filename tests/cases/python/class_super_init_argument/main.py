def work():
    pass


class Base:
    def __init__(self, action):
        self.action = action

    def go(self):
        self.action()


class Sub(Base):
    def __init__(self):
        super().__init__(work)


Sub().go()
