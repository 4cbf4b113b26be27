def retry(function, *args, **kwargs):
    return function(*args, **kwargs)


def fetch(done):
    done()


def finished():
    pass


retry(fetch, finished)
