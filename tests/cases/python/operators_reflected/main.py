class Vector:
    def __rmul__(self, factor):
        return self

    def show(self):
        pass


def run():
    (2 * Vector()).show()


run()
