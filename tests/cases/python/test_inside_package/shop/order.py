class Order:
    def __init__(self, mailer):
        self.mailer = mailer

    def place(self):
        self.mailer.deliver()
