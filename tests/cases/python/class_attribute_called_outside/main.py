def work():
    pass


class Job:
    def __init__(self):
        self.action = work


Job().action()
