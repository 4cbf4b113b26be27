def first():
    pass


def second():
    pass


class Job:
    def __init__(self, action):
        self.action = action


class Lamp:
    def __init__(self, action):
        self.action_of_lamp = action

    def switch(self):
        self.action_of_lamp = second


def change(job):
    job.action = second


def run():
    job = Job(first)
    change(job)
    job.action()


def light():
    lamp = Lamp(first)
    lamp.switch()
    lamp.action_of_lamp()
