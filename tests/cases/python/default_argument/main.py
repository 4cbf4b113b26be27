def clock():
    return 1


class Store:
    def put(self):
        pass


def run(now=clock, store=Store(), *, log=print):
    now()
    store.put()
    log("a")


def shadow(clock=None):
    clock()
