from typing import Protocol


class Shape(Protocol):
    def area(self): ...

    def name(self):
        return "shape"


class Circle(Shape):
    def area(self):
        pass


class Square(Shape):
    def area(self):
        pass

    def name(self):
        return "square"


for shape in (Circle(), Square()):
    shape.area()
    shape.name()


def show(shape: Shape):
    shape.area()
    shape.name()


show(Circle())
show(Square())


class Named(Protocol):
    def title(self):
        return "any"


class Book:
    def title(self):
        return "book"


def tell(named: Named):
    named.title()


tell(Book())
