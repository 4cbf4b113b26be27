def deco(cls):
    cls.extra = extra
    return cls


def extra(self, f):
    self.own()
    f()


def f():
    pass


@deco
class A:
    def own(self):
        pass


A().extra(f)
A.extra(A(), f)
