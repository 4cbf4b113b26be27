def work():
    pass


class Maker:
    def __call__(self):
        return work


def run():
    Maker()()()


run()
