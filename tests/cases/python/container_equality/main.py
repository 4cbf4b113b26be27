class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.x == other.x


def held(points, point):
    return point in points


def searched(points):
    return points.index(Point(2))


def counted():
    return (Point(1), Point(2)).count(Point(1))


def removed(points):
    points.remove(Point(1))


def texts(names):
    return "a" in names and names.index("a")


points = [Point(1), Point(2)]
held(points, Point(2))
searched(points)
counted()
removed(points)
texts(["b", "a"])
