class Base:
    def go(self):
        pass


class Sub(Base):
    def go(self):
        Base.go(self)


def run():
    Base.go(Sub())


run()
