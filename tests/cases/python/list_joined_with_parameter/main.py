class Step:
    def run(self):
        pass


class Last:
    def run(self):
        pass


class Plan:
    def __init__(self):
        self.steps = [Step()]


def joined(plan):
    for step in plan.steps + [Last()]:
        step.run()


def named(**plans):
    for step in reversed(plans["own"].steps):
        step.run()


def listed(plans):
    plan = plans["own"]
    for step in list(plan.steps):
        step.run()


joined(Plan())
named(own=Plan())
listed({"own": Plan()})
