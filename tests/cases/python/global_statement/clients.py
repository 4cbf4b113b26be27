class Fake:
    def send(self):
        pass


class Real:
    def send(self):
        pass
