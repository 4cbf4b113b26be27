from fields import converted, field


class Request:
    host = field("host")
    length = converted(field("length"), int)

    def __init__(self):
        self.values = {}

    def shorten(self):
        self.length = 3
        return self.host


class Own(Request):
    def move(self):
        self.host = "there"
        del self.host


def run():
    request = Own()
    request.move()
    return request.length + len(request.shorten())
