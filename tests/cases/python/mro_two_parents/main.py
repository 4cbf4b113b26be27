class A:
    def go(self):
        pass


class B:
    def go(self):
        pass

    def only(self):
        pass


class C(A, B):
    pass


C().go()
C().only()
