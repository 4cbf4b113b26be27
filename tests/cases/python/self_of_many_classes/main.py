class Base:
    def run(self):
        self.prepare()
        self.step()

    def prepare(self):
        pass

    def step(self):
        pass

    go = run


class A(Base):
    def step(self):
        pass


class B(Base):
    def step(self):
        pass


class C(Base):
    def step(self):
        pass


class D(Base):
    def step(self):
        pass


class E(Base):
    def step(self):
        pass


class F(Base):
    def step(self):
        pass


class G(Base):
    def step(self):
        pass


class H(Base):
    def step(self):
        pass


class I(Base):
    def step(self):
        pass


class J(Base):
    def step(self):
        pass


class K(Base):
    def step(self):
        pass


class L(Base):
    def step(self):
        pass


class M(Base):
    def step(self):
        pass


class N(Base):
    def step(self):
        pass


class O(Base):
    def step(self):
        pass


class P(Base):
    def step(self):
        pass


class Q(Base):
    def step(self):
        pass


class R(Base):
    pass


def main():
    A().go()
    B().go()
    C().go()
    D().go()
    E().go()
    F().go()
    G().go()
    H().go()
    I().go()
    J().go()
    K().go()
    L().go()
    M().go()
    N().go()
    O().go()
    P().go()
    Q().go()
    R().go()
