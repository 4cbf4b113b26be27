def f():
    pass


def g():
    pass


class A(dict):
    pass


class B(dict):
    pass


a = A()
b = B()
a["k"] = f
b["k"] = g
a["k"]()
