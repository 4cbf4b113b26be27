from dataclasses import dataclass, field


def now():
    return 1


@dataclass
class Point:
    x: int
    made: int = field(default_factory=now)

    def __post_init__(self):
        self.check()

    def check(self):
        pass


@dataclass(frozen=True)
class Line:
    start: Point

    def length(self):
        self.start.check()


def run():
    Line(Point(1)).length()
