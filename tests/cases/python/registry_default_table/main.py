from collections import OrderedDict

OTHERS = {}


class Refresher:
    steps = OrderedDict()

    def refresh(self):
        for step in self.steps.values():
            step()


def step(name, steps=Refresher.steps):
    def keep(function):
        steps[name] = function
        return function

    return keep


@step("tables")
def tables():
    pass


@step("views")
def views():
    pass


@step("users", OTHERS)
def users():
    pass


Refresher().refresh()
OTHERS["users"]()
