def logged(f):
    def w(*a):
        yield from f(*a)

    return w


@logged
def gen():
    yield item


def item():
    pass


for i in gen():
    i()
