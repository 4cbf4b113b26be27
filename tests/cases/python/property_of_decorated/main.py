def deco(f):
    def w(self):
        return f(self)

    return w


class A:
    @property
    @deco
    def p(self):
        return 1


A().p
