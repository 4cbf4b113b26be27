class App:
    def start(self):
        pass


def opened():
    pass


app = App()
handlers = {"open": opened}
