class Dog:
    def speak(self):
        pass


class Puppy(Dog):
    def speak(self):
        pass


class Car:
    def speak(self):
        pass


def same(x):
    if type(x) is Dog:
        x.speak()


def equal(x):
    if type(x) == Dog:
        pass
    else:
        x.speak()


def different(x):
    if type(x) is not Dog:
        x.speak()


for each in (same, equal, different):
    each(Dog())
    each(Puppy())
    each(Car())
