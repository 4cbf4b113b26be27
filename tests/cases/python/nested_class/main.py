class Form:
    class Meta:
        def label(self):
            return self.check()

        def check(self):
            pass

    def check(self):
        return self.Meta().label()


class Meta:
    def label(self):
        pass


def run():
    Form.Meta().label()
    Meta().label()
