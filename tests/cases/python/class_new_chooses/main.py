class Shape:
    def __new__(cls, kind):
        if kind == "c":
            return object.__new__(Circle)
        return object.__new__(Square)

    def area(self):
        pass


class Circle(Shape):
    def area(self):
        pass


class Square(Shape):
    def area(self):
        pass


Shape("c").area()
Shape("s").area()
