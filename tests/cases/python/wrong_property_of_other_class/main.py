class Box:
    def __init__(self):
        self.size = 1


class Other:
    @property
    def size(self):
        return 2


def run():
    return Box().size


run()
