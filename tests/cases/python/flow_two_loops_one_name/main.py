class Check:
    def run(self): ...


class Change:
    def run(self): ...


class Last:
    def run(self): ...


def each(items):
    step = Last()
    for item in items:
        for step in [Check()]:
            step.run()
        for step in [Change()]:
            step.run()
    step.run()


def before(items):
    step = Last()
    for item in items:
        step.run()
        step = Check()


def either(items, first):
    for item in items:
        if first:
            step = Check()
        else:
            step = Change()
        step.run()
        step = Last()


def maybe(items, first):
    step = Check()
    for item in items:
        if first:
            step = Change()
        step.run()
        step = Last()
