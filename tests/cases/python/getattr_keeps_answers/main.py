class Kind(tuple):
    def __getattr__(self, name):
        made = Kind((*self, name))
        setattr(self, name, made)
        return made


class Plain:
    def __getattr__(self, name):
        return name


Token = Kind()
Name = Token.Name


def is_name(kind):
    return kind is Token.Name


def plain():
    return Plain().name
