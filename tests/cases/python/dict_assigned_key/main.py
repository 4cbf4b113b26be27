def start():
    pass


def stop():
    pass


def run():
    commands = {"start": start}
    commands["stop"] = stop
    commands["stop"]()


run()
