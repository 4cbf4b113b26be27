from contextlib import nullcontext, suppress


class A:
    def go(self):
        pass


with nullcontext(A()) as a:
    a.go()


def boom():
    raise ValueError


with suppress(ValueError):
    boom()
