class Base:
    @property
    def name(self):
        return self.text()

    @name.setter
    def name(self, value):
        self.changed()

    def text(self):
        pass

    def changed(self):
        pass


class Settable(Base):
    def text(self):
        pass

    @Base.name.setter
    def name(self, value):
        self.changed()


class Readable(Base):
    @Base.name.getter
    def name(self):
        return ""


def read():
    return Settable().name


def write():
    Settable().name = "a"


def read_other():
    return Readable().name


def write_other():
    Readable().name = "b"


def declared(base: Base):
    return base.name
