class Button:
    def __init__(self):
        self.command = None

    def bind(self, command):
        self.command = command

    def press(self):
        self.command()


class Window:
    def __init__(self):
        self.button = Button()
        self.button.bind(self.on_press)

    def on_press(self):
        pass


Window().button.press()
