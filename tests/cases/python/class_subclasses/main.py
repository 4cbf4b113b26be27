class P:
    def run(self):
        pass


class A(P):
    def run(self):
        pass


class B(P):
    def run(self):
        pass


for c in P.__subclasses__():
    c().run()
