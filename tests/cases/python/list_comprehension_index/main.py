class A:
    def __init__(self, n):
        pass

    def go(self):
        pass


xs = [A(i) for i in range(3)]
xs[2].go()
xs[-1].go()
