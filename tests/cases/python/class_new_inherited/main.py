from base import Base, First


class Second(Base):
    def first(self):
        pass


class Third(First):
    def third(self):
        self.first()


First().first()
Second().first()
Third().third()
Second().base()
