def send():
    pass


def run():
    send()
