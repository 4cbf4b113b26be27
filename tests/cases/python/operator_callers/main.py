from operator import attrgetter, itemgetter, methodcaller


class Job:
    def start(self):
        pass

    def stop(self):
        pass

    @property
    def rank(self):
        return 1


def work():
    pass


def rest():
    pass


def by_method(job):
    methodcaller("start")(job)


def by_attribute(job):
    attrgetter("start")(job)()


def by_item():
    itemgetter("work")({"work": work, "rest": rest})()


def ordered(jobs):
    return sorted(jobs, key=attrgetter("rank"))


by_method(Job())
by_attribute(Job())
by_item()
ordered([Job()])
