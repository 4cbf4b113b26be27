import helper


def total():
    helper.connect()
