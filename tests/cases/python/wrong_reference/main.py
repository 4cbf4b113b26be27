# A variable, parameter or attribute of the same name refers to nothing; nor does a condition, an operand, a property.
import external


def work():
    pass


def other():
    pass


class Job:
    work = 1

    @property
    def other(self):
        return 2


def run(work, job: Job, anything):
    other = 3
    external.use(work, other, job.work, job.other, anything.work, external.work)
    return [work, other]


def test(flag):
    if work is flag or not other:
        return flag.work
    return "work"
