def send():
    pass


class Mailer:
    def deliver(self):
        pass
