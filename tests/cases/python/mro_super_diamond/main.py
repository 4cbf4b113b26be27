class Top:
    def go(self):
        pass


class Left(Top):
    def go(self):
        super().go()


class Right(Top):
    def go(self):
        super().go()


class Bottom(Left, Right):
    def go(self):
        super().go()


Bottom().go()
