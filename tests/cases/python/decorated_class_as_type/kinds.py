def registered(cls):
    cls.known = True
    return remembered(cls)


def remembered(cls):
    return cls


@registered
class Task:
    def run(self):
        pass


def task() -> Task:
    return make()
