class E:
    def __init__(self, *a):
        self.a = a

    def run(self):
        pass


class W:
    def __init__(self, p):
        self.p = p
        if self.p is not None:
            if not isinstance(self.p, (tuple, list)):
                self.p = (self.p,)
            self.p = E(*self.p)

    def parts(self):
        return [self.p, 1]

    def set(self, ps):
        self.p, self.q = ps

    def go(self):
        if self.p is not None:
            self.p.run()


W(1).go()
