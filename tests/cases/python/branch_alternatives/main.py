class Slow:
    def go(self):
        pass


class Fast:
    def go(self):
        pass

    def boost(self):
        pass


def other_branch(flag):
    engine = Slow()
    if flag:
        engine = Fast()
        engine.boost()
    else:
        engine.go()


def after(flag):
    if flag:
        engine = Slow()
    else:
        engine = Fast()
    engine.go()


def loop(flags):
    engine = Slow()
    for flag in flags:
        engine.go()
        engine = Fast()
