def first():
    pass


def second():
    pass


class Job:
    def __init__(self, action, name="job"):
        self._action = action
        self.name = name

    @classmethod
    def of(cls, action):
        return cls(action)

    @property
    def action(self):
        return self._action

    def get(self):
        return self._action

    def __enter__(self):
        return self._action

    def __exit__(self, *details):
        pass


def make(action):
    return Job(action)


one = Job(first)
two = Job(second)


def through_variable():
    one._action()


def through_method():
    Job(first).get()()


def through_property():
    two.action()


def through_with():
    with Job(second) as action:
        action()


def through_function():
    make(first)._action()


def through_class_method():
    Job.of(second)._action()
