def first():
    pass


def second():
    pass


class Fault(Exception):
    def explain(self):
        pass


class Defect(Exception):
    def explain(self):
        pass
