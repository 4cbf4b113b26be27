class A:
    pass


def m(self):
    self.n()


def n(self):
    pass


A.m = m
A.n = n
A().m()
