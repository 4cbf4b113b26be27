def work():
    pass


def done():
    pass


def call(job, /, *, after):
    job()
    after()


call(work, after=done)
