from functools import partialmethod


class A:
    def set(self, v):
        v()

    on = partialmethod(set, lambda: 1)


A().on()
