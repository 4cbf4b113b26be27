class One(Exception):
    def show(self):
        pass


class Two(Exception):
    def show(self):
        pass


class Three(Exception):
    def show(self):
        pass


def run(kind):
    try:
        raise kind()
    except (One, Two) as error:
        error.show()


run(One)
run(Two)
