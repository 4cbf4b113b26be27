from typing import Self


class Builder:
    def add(self):
        return self

    @classmethod
    def make(cls):
        return cls()

    def option(self) -> Self:
        return self

    def build(self):
        pass


class Special(Builder):
    def build(self):
        pass


def fluent():
    Special().add().build()


def created():
    Special.make().build()


def annotated():
    Special().option().build()
