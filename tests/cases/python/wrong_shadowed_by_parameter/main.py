def send():
    pass


def other():
    pass


def run(send):
    send()


run(other)
