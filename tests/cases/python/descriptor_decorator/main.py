class lazy:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return self.function(instance)


class Engine:
    def start(self):
        pass


class Car:
    @lazy
    def engine(self):
        return Engine()

    def drive(self):
        self.engine.start()


def plain(holder):
    holder.engine.start()


class Holder:
    def __init__(self):
        self.engine = Engine()


Car().drive()
plain(Holder())
