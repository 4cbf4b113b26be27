from typing import NamedTuple


class Point(NamedTuple):
    x: int

    def show(self):
        pass


Point(1)._replace(x=2).show()
