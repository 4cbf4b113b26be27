class Dog:
    def speak(self):
        pass


class Cat:
    def speak(self):
        pass


class Car:
    def speak(self):
        pass


def make(kind):
    if kind == "dog":
        return Dog()
    return Cat()


def run():
    make("dog").speak()
    make("cat").speak()


run()
