from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def draw(self): ...

    @abstractmethod
    def move(self): ...


class Circle(Shape):
    def draw(self):
        pass

    def move(self):
        pass


def show(shape: Shape):
    shape.draw()


show(Circle())


class Exporter(ABC):
    @abstractmethod
    def export(self):
        pass


class Text(Exporter):
    def export(self):
        pass


class Pages(Exporter):
    def export(self):
        pass


class Reader:
    def read(self):  # abstract: all it does is to refuse
        raise NotImplementedError


class Quick(Reader):
    def read(self):
        pass


class Plain(Reader):
    pass


def save(exporter: Exporter, reader: Reader):
    exporter.export()
    reader.read()
