def work():
    pass


class Base:
    def each(self, f):
        f()


class Sub(Base):
    def each(self, f):
        super().each(f)


Sub().each(work)
