class Wrapper:
    def __init__(self, make):
        self._make = make

    def __call__(self):
        self.inner = self._make()

    def __getattr__(self, name):
        return getattr(self.__dict__["inner"], name)

    def kind(self):
        return self.__class__, self.missing


class Inner:
    def go(self): ...


def run():
    wrapper = Wrapper(Inner)
    wrapper()
    wrapper.go()
    wrapper._make()
