class Base(Exception):
    def show(self):
        pass


class Sub(Base):
    def show(self):
        pass


def work():
    raise Sub()


def run():
    try:
        work()
    except Base as error:
        error.show()


run()
