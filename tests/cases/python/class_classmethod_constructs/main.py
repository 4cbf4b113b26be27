class Base:
    @classmethod
    def make(cls):
        return cls()

    def show(self):
        pass


class Sub(Base):
    def show(self):
        pass


def run():
    Sub.make().show()


run()
