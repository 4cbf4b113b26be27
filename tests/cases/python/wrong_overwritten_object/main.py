class Draft:
    def show(self):
        pass


class Final:
    def show(self):
        pass


class Report:
    def __init__(self):
        self.text = Draft()
        self.text.show()
        self.text = Final()
        self.note = Draft()
        self.check()
        self.note = Final()

    def check(self):
        self.note.show()

    def go(self):
        self.text.show()


Report().go()
