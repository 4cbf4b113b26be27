import settings
from utils import start


def run():
    start()
    settings.load()
