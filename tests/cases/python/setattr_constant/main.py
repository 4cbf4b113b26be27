def work():
    pass


class Job:
    pass


def run():
    job = Job()
    setattr(job, "action", work)
    job.action()


run()
