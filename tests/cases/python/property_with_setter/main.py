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
