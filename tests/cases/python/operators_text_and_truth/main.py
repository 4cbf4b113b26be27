class Name:
    def __str__(self):
        return ""

    def __repr__(self):
        return ""

    def __len__(self):
        return 0

    def __bool__(self):
        return True


def text(name):
    return str(name), f"{name}"


def shown(name):
    return repr(name)


def size(name):
    return len(name)


def truth(name):
    return 1 if name else 2


name = Name()
text(name)
shown(name)
size(name)
truth(name)
