class Plain:
    def show(self):
        pass


class Fancy:
    def show(self):
        pass


class View:
    def __init__(self, style=None):
        self.style = style or Plain()

    def draw(self):
        self.style.show()


View().draw()
View(Fancy()).draw()
