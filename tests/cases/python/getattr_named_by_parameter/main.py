import shapes


class Job:
    def start(self):
        pass

    def stop(self):
        pass

    def never(self):
        pass


class Wrapper:
    def __init__(self, job):
        self.job = job

    def __getattr__(self, name):
        return getattr(self.job, name)


def make(name):
    return getattr(shapes, name)()


def run(job, name):
    getattr(job, name)()


run(Job(), "start")
make("Circle").draw()
Wrapper(Job()).stop()
