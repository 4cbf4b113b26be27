class Engine:
    def go(self):
        pass


class Car:
    def drive(self):
        self.engine.go()
        self.horn()


class Fast(Car):
    def __init__(self):
        self.engine = Engine()

    def horn(self):
        pass


class Stranger:
    def __init__(self):
        self.engine = Stranger()

    def go(self):
        pass

    def horn(self):
        pass
