def first():
    pass


def second():
    pass


def run():
    jobs = []
    for each in (first, second):
        jobs.append(lambda f=each: f())
    for job in jobs:
        job()


run()
