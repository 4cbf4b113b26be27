class Maths:
    @staticmethod
    def double(self):
        return self.value()

    def value(self):
        return self.double(self)


def run():
    Maths.double(1)
    Maths().double(1)
