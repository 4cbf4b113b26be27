from state import client, make


def run():
    client.send()
    make().send()
    make().inner.go()
