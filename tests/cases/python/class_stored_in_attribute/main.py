class Plain:
    def show(self):
        pass


class Fancy:
    def show(self):
        pass


class Maker:
    product = Plain

    def make(self):
        return self.product()


class FancyMaker(Maker):
    product = Fancy


def run():
    FancyMaker().make().show()


run()
