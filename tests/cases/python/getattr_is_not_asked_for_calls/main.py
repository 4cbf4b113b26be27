class Kind(tuple):
    def __getattr__(self, name):
        made = Kind(self + (name,))
        setattr(self, name, made)
        return made


class Loop:
    pass


Token = Kind()
Name = Token.Name
loop = Loop()
Loop.__call__ = loop


def use():
    Token.Name()
    Name("x")
    with Name:
        loop()
    Name.other
