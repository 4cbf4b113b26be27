class Mail:
    def send(self):
        pass

    def drop(self):
        pass

    def keep(self):
        pass


class Timer:
    def __init__(self, action):
        self.action = action

    def fire(self):
        self.action()


def run():
    mail = Mail()
    send = mail.send
    send()
    Timer(mail.drop).fire()
    for each in [mail.keep]:
        each()


run()
