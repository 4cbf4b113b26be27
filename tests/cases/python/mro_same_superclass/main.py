class Base:
    def go(self):
        pass


class A(Base):
    pass


class B(Base):
    def go(self):
        pass


class C(A, B):
    pass


C().go()
