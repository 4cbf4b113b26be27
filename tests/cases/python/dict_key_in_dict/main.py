class SGD:
    def __init__(self, lr):
        pass

    def step(self):
        pass


class Adam:
    def __init__(self, lr):
        pass

    def step(self):
        pass


OPT = {"sgd": SGD, "adam": Adam}


def build(cfg):
    return OPT[cfg["opt"]](cfg["lr"])


build({"opt": "adam", "lr": 1}).step()
