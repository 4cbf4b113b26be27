# What patterns take out of mappings and out of attributes by keyword.
class Point:
    def __init__(self, x):
        self.x = x


def run(value):
    match value:
        case {"call": function}:
            function()
        case Point(x=callback):
            callback()


def a():
    pass


def b():
    pass


run({"call": a})
run(Point(b))
