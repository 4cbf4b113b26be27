import os.path

import requests
from requests import Session as Web


def get(url):
    return url


def run():
    requests.get("a")
    os.path.join("a", "b")
    session = requests.Session()
    session.get("a")
    Web().get("a")


class Client(requests.Session):
    def send(self):
        self.get("a")
        super().send()
