def produce(base, recipe=None):
    if callable(base):
        recipe = base

        def curried(value):
            return recipe(value)

        return curried
    return recipe(base)


def first(value):
    pass


def second(value):
    pass


produce(first)(1)
produce(3, second)


def later(task):
    def run():
        return task(1)

    task = second
    return run


later(first)()


def between(task, again):
    task = first

    def run():
        return task(1)

    if again:
        task = second
    return run


between(produce, True)()
