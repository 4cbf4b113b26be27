from functools import partial


def send(a, b):
    pass


class Job:
    def run(self):
        pass


def main():
    now = partial(send, 1)
    now(2)
    bound = Job().run
    bound()
    unbound = Job.run
    unbound(Job())
