class Top:
    def hello(self):
        pass

    def only_top(self):
        pass


class Left(Top):
    def greet(self):
        super().hello()


class Right(Top):
    def hello(self):
        super().hello()


class Bottom(Left, Right):
    def run(self):
        self.hello()
        self.only_top()
        super().hello()
