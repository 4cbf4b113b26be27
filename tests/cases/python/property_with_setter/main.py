class Engine:
    def go(self):
        pass


class Car:
    @property
    def engine(self) -> Engine:
        return self._engine

    @engine.setter
    def engine(self, value):
        self._engine = value

    def drive(self):
        self.engine.go()

    @property
    def name(self):
        return "car"

    @name.setter
    def name(self, value):
        self._name = value

    def label(self):
        return encoded(self.name)


def encoded(text):
    return text.encode()
