class Base:
    def __new__(cls, *given):
        made = super().__new__(cls)
        made.given = given
        return made

    def base(self):
        pass


class First(Base):
    def first(self):
        pass
