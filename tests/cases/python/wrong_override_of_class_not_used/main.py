class Engine:
    def start(self):
        self.turn()

    def turn(self):
        pass


class Diesel(Engine):
    def turn(self):
        pass


Engine().start()
Diesel().turn()
