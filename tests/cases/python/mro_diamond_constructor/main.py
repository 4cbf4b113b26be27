class A:
    def __init__(self):
        self.tag()

    def tag(self):
        return "A"


class B(A):
    def __init__(self):
        super().__init__()

    def tag(self):
        return "B" + super().tag()


class C(A):
    def __init__(self):
        super().__init__()

    def tag(self):
        return "C" + super().tag()


class D(B, C):
    def tag(self):
        return "D" + super().tag()


D()
