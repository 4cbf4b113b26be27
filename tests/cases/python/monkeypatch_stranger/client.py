def fetch():
    pass


class Client:
    def send(self):
        pass
