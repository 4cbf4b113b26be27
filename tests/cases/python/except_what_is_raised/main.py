from failing import work


class Failure(Exception):
    def show(self):
        self.tell()

    def tell(self):
        pass


class Special(Failure):
    def tell(self):
        pass


def by_variable():
    failure = Failure()
    try:
        raise failure
    except Exception as error:
        error.tell()


def by_name():
    try:
        raise Special
    except Failure as error:
        error.show()


def by_call():
    try:
        work()
    except Exception as error:
        error.report()


by_variable()
by_name()
by_call()
