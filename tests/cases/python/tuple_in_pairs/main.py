import random


def a():
    pass


def b():
    pass


def c():
    pass


class Box:
    def go(self):
        pass


STEPS = {"a": (a, b), "b": (b, c)}
KINDS = {"box": (Box, {})}


def unpacked_in_loop():
    for _name, (first, _second) in STEPS.items():
        first()


def by_place():
    for _name, steps in STEPS.items():
        steps[1]()


def in_order():
    for _name, (first, _) in sorted(STEPS.items()):
        first()


def counted():
    for _index, (first, _second) in enumerate([(a, b)]):
        first()


def counted_pairs():
    for _index, (_name, (_first, second)) in enumerate(STEPS.items()):
        second()


def side_by_side():
    for _number, (_first, second) in zip([1], [(a, b)]):
        second()


def made():
    for _name, (kind, options) in KINDS.items():
        kind(**options).go()


def chosen():
    _name, step = max({"a": a}.items())
    step()


def first_of_all():
    _name, step = next(iter({"b": b}.items()))
    step()


def any_of_them():
    _name, step = random.choice(list({"c": c}.items()))
    step()


def mapped():
    return list(map(lambda pair: pair[1](), {"a": a}.items()))
