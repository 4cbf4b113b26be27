def first():
    pass


def second():
    pass


def by_loop():
    table = {}
    for step in (first, second):
        table[step.__name__] = step
    table["first"]()


def by_comprehension():
    table = {step.__name__: step for step in (first, second)}
    table["second"]()


def by_items():
    table = {"first": first, "second": second}
    chosen = {name: step for name, step in table.items() if name}
    chosen["first"]()


by_loop()
by_comprehension()
by_items()
