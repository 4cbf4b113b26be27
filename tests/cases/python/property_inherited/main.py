class Base:
    @property
    def label(self):
        return self.text()

    def text(self):
        return ""


class Sub(Base):
    def text(self):
        return "sub"


def run():
    return Sub().label


run()
