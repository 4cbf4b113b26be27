class Dog:
    def speak(self):
        pass


class Cat:
    def speak(self):
        pass


class Car:
    def speak(self):
        pass


def hear(animal):
    animal.speak()


hear(Dog())
hear(Cat())
