class Engine:
    def start(self):
        pass


class Other:
    def start(self):
        pass


class Car:
    engine: Engine
    spares: list[Engine]

    def drive(self):
        self.engine.start()

    def check(self):
        for spare in self.spares:
            spare.start()


car = Car()
car.engine = Engine()
car.spares = [Engine()]
car.drive()
car.check()
