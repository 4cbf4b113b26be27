from utils import start


def check():
    start()
