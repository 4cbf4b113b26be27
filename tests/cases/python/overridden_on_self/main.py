class Field:
    def store(self):
        self.check()
        return self.text

    def check(self):
        pass

    @property
    def text(self):
        return ""

    def load(self):
        raise NotImplementedError("left to others")


class Number(Field):
    def check(self):
        pass

    @property
    def text(self):
        return "1"

    def load(self):
        pass


class Quick(Field):
    def store(self):
        pass

    def check(self):
        pass


def save(field: Field):
    field.store()
    field.check()
    field.load()
