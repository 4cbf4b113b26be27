class First:
    def go(self):
        pass


class Second:
    def go(self):
        pass


def left(n):
    return right(n - 1) if n else First()


def right(n):
    return left(n - 1) if n else Second()


def run_left():
    left(3).go()


def run_right():
    right(3).go()
