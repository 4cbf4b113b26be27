class Step:
    def run(self):
        pass


class Plan:
    def __iter__(self):
        return iter([Step()])


def first(plan):
    [*plan][0].run()


def second():
    steps = [None, *Plan()]
    steps[1].run()


def chosen(*functions):
    [*functions][1]()


def one():
    pass


def two():
    pass


first(Plan())
second()
chosen(one, two)
