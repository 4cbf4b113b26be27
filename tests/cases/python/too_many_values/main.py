def f0():
    pass


def f1():
    pass


def f2():
    pass


def f3():
    pass


def f4():
    pass


def f5():
    pass


def f6():
    pass


def f7():
    pass


def f8():
    pass


def f9():
    pass


def f10():
    pass


def f11():
    pass


def f12():
    pass


PAIRS = [
    ("0", f0),
    ("1", f1),
    ("2", f2),
    ("3", f3),
    ("4", f4),
    ("5", f5),
    ("6", f6),
    ("7", f7),
    ("8", f8),
    ("9", f9),
    ("10", f10),
    ("11", f11),
    ("12", f12),
]


def run():
    for _name, function in PAIRS:
        function()


def by_place(pairs):
    for pair in pairs:
        pair[1]()


by_place(PAIRS)


def unknown(one):
    one.go()
