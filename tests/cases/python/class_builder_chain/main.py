class House:
    def enter(self):
        pass


class Builder:
    def walls(self):
        return self

    def roof(self):
        return self

    def build(self):
        return House()


Builder().walls().roof().build().enter()
