def start():
    pass


def fill(table):
    table["start"] = start


def run():
    table = {}
    fill(table)
    table["start"]()


run()
