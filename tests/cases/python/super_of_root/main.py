from elsewhere import Unknown


class Alone:
    def __init__(self):
        super().__init__()

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    def missing(self):
        super().missing()


class Named:
    def __init__(self, name, **others):
        super().__init__(**others)


class Aged:
    def __init__(self, age, **others):
        super().__init__(**others)


class Person(Named, Aged):
    pass


class Outside(Unknown):
    def __init__(self):
        super().__init__()


Alone()
Person(name="a", age=1)
Outside()


class Loud:
    def __init__(self):
        super().__init__()


class Voice:
    def __init__(self):
        print()


class Singer(Loud, Voice):
    pass
