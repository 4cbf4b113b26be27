from shop.mail import send


class Order:
    def __init__(self, mailer):
        self.mailer = mailer

    def place(self):
        send()
        self.mailer.deliver()
