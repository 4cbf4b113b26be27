class Field:
    def store(self):
        self.check()

    def check(self):
        pass


class Text(Field):
    def check(self):
        pass


class Quick(Field):
    def store(self):
        pass

    def check(self):
        pass


class Number(Field):
    def check(self):
        pass


class Date(Field):
    def check(self):
        pass


class Moment(Date):
    pass
