class Circle:
    def area(self):
        pass

    def grow(self):
        pass


class Square:
    def area(self):
        pass


def captured(shape):
    match shape:
        case Circle() as circle:
            circle.grow()
        case [Square() as first, *_]:
            first.area()
        case {"key": value}:
            value.area()
        case other:
            other.area()


def narrowed(shape):
    match shape:
        case Circle():
            shape.area()
