import client


def run():
    client.fetch()
    client.Client().send()
