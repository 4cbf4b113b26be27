def work():
    pass


class Base:
    def __init__(self, action):
        self.action = action


class Sub(Base):
    def go(self):
        self.action()


Sub(work).go()
