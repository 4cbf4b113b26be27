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
