class Dog:
    def speak(self): ...


class Cat:
    def speak(self): ...


class Car:
    def speak(self): ...


def returned(x):
    if isinstance(x, Dog):
        return None
    x.speak()


def raised(x):
    if not isinstance(x, (Dog, Cat)):
        raise TypeError
    x.speak()


def before(x):
    x.speak()
    if isinstance(x, Dog):
        return


def one_by_one(x):
    if isinstance(x, Dog):
        return 1
    elif isinstance(x, Cat):
        return 2
    x.speak()


def otherwise(x):
    if isinstance(x, Dog):
        pass
    else:
        return
    x.speak()


def passed(x):
    if isinstance(x, Dog):
        pass
    x.speak()


def asserted(x):
    assert isinstance(x, Dog)
    x.speak()


def unknown(x):
    assert isinstance(x, Dog)
    x.speak()


def each_of(items):
    for x in items:
        if isinstance(x, Dog) or isinstance(x, Cat):
            continue
        x.speak()


def bound_again(x):
    if isinstance(x, Dog):
        x = Car()
        return x
    x = Dog()
    x.speak()


def same(x):
    if isinstance(x, str):
        return None
    return x


def first(): ...


def second(): ...


for each in (returned, raised, before, one_by_one, otherwise, passed, asserted, bound_again):
    each(Dog())
    each(Cat())
    each(Car())
each_of([Dog(), Cat(), Car()])


def calls_first():
    same(first)()


def calls_second():
    same(second)()
    same("name")
