class Engine:
    def start(self):
        pass


class Car:
    def __init__(self, engine):
        self.engine = engine


class Garage:
    def __init__(self, car):
        self.car = car


def run():
    garage = Garage(Car(Engine()))
    garage.car.engine.start()


run()
