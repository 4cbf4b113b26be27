# A test of the class narrows what a name may be, in its branch and in the other one; not after it, nor once reassigned.
class Animal:
    def speak(self):
        pass


class Dog(Animal):
    def speak(self):
        pass


class Puppy(Dog):
    def speak(self):
        pass


class Car:
    def speak(self):
        pass


def either(x):
    if isinstance(x, Dog) and x is not None:
        x.speak()
    else:
        x.speak()


def first(x):
    if isinstance(x, (Dog, Car)):
        pass
    elif isinstance(x, Animal):
        x.speak()


def after(x):
    if isinstance(x, Dog):
        pass
    x.speak()


def again(x):
    if isinstance(x, Dog):
        x = Car()
        x.speak()


def other(x):
    if isinstance(x, Dog):
        pass
    else:
        x.speak()


def text(x):
    if isinstance(x, str):
        x.upper()


for each in (either, first, after, again, other):
    each(Puppy())
    each(Animal())
    each(Car())
text("")
