class Name:
    def __str__(self):
        return ""

    def __repr__(self):
        return ""

    def __format__(self, spec):
        return ""


def printed(name):
    print(name)


def formatted(name):
    return f"{name:>3}"


def shown(name):
    return f"{name!r}"


printed(Name())
formatted(Name())
shown(Name())
