from shapes import Pair, Step


def first():
    pass


def second():
    pass


def by_place():
    Step("name", first).run()


def by_keyword():
    Step(run=second, name="name").run()


def of_tuple():
    Pair(first, second).right()
