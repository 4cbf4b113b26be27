class Field:
    def store(self):
        self.check()

    def check(self):
        pass


class Text(Field):
    def check(self):
        pass


class Number(Field):
    def check(self):
        pass


Field().store()
Number().store()
