REG = {}


def register(name):
    def deco(f):
        REG[name] = f
        return f

    return deco


def run(k):
    REG[k]()
