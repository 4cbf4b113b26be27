def f():
    pass


def g():
    pass


class Hooks(list):
    def fire(self):
        for h in self:
            h()


h = Hooks()
h.append(f)
h.append(g)
h.fire()
