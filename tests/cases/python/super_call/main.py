class Base:
    def __init__(self):
        self.ready = True

    def close(self):
        pass


class Middle(Base):
    pass


class Leaf(Middle):
    def __init__(self):
        super().__init__()

    def close(self):
        super().close()
        super(Leaf, self).close()
