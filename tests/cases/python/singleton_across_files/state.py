from clients import Client

client = Client()


def make():
    return client
