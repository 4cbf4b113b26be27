def start():
    pass


def stop():
    pass


def run():
    commands = dict(start=start, stop=stop)
    commands["start"]()


run()
