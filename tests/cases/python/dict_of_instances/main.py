class Dog:
    def speak(self):
        pass


class Cat:
    def speak(self):
        pass


class Car:
    def speak(self):
        pass


ANIMALS = {"dog": Dog(), "cat": Cat()}


def run():
    for animal in ANIMALS.values():
        animal.speak()


run()
