class First:
    pass


class Second:
    def go(self):
        pass


class Both(First, Second):
    def go(self):
        super(First, self).go()


Both().go()
