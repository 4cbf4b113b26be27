class Base:
    def go(self):
        pass


class One(Base):
    def go(self):
        pass


class Two(Base):
    def go(self):
        pass


def run():
    value = One()
    value.go()


run()
Two()
