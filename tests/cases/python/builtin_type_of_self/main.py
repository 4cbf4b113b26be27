class A:
    def __init__(self):
        pass

    def clone(self):
        return type(self)()

    def go(self):
        pass


class B(A):
    def go(self):
        pass


A().clone().go()
B().clone().go()
