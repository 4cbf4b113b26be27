class T:
    def __init__(self, owner):
        pass

    def check(self):
        pass


class S:
    def __init__(self):
        self.order = []
        self.register(T)

    def register(self, cls):
        t = cls(self)
        self.order.append(t)

    def run(self):
        for t in self.order:
            t.check()


S().run()
