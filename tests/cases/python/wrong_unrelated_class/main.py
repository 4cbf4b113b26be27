class Mail:
    def send(self):
        pass


class Radio:
    def send(self):
        pass


def call(sender):
    sender.send()


call(Mail())
Radio()
