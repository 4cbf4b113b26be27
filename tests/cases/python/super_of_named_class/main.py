class Root:
    def close(self):
        pass


class Base(Root):
    def close(self):
        pass


class Leaf(Base):
    def close(self):
        super(Base, self).close()
