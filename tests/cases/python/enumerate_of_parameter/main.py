class Step:
    def run(self):
        pass


class Plan:
    def __init__(self):
        self.steps = [Step()]


def numbered(plan):
    for _, step in enumerate(plan.steps):
        step.run()


def paired(plan):
    for step, other in zip(plan.steps, plan.steps):
        step.run()
        other.run()


def filtered(plan):
    next(filter(None, plan.steps)).run()


numbered(Plan())
paired(Plan())
filtered(Plan())
