class Mail:
    def send(self):
        pass


class Post:
    def send(self):
        pass


def call(f):
    f()


call(Mail().send)
