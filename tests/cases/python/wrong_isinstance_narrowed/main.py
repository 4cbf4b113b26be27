class Dog:
    def speak(self):
        pass


class Cat:
    def speak(self):
        pass


def hear(animal):
    if isinstance(animal, Dog):
        animal.speak()


hear(Dog())
hear(Cat())
