from clients import Fake, Real

client = Fake()
step = None


def connect():
    global client
    client = Real()


def send():
    client.send()


def use_first():
    global step
    step = first


def use_second():
    global step
    step = second


def first():
    pass


def second():
    pass


def run():
    step()
