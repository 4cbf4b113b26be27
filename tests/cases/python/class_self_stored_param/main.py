def work():
    pass


def other():
    pass


class Button:
    def __init__(self, on_click, on_hover):
        self.on_click = on_click
        self.on_hover = on_hover

    def click(self):
        self.on_click()


Button(work, other).click()
