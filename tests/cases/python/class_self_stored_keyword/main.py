def work():
    pass


class Button:
    def __init__(self, label, *, command=None):
        self.command = command

    def click(self):
        if self.command:
            self.command()


def run():
    button = Button("ok", command=work)
    button.click()


run()
