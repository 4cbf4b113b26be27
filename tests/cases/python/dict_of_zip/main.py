def f():
    pass


def g():
    pass


d = dict(zip(["a", "b"], [f, g]))
d["a"]()
