from wiring import App


def handle():
    pass


def run():
    app = App()
    app.handler = handle
    app.handler()
    app.start()
