def f():
    pass


d = {}
d.update([("a", f)])
d["a"]()
