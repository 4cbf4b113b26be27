def start():
    pass


def stop():
    pass


def commands():
    return {"start": start, "stop": stop}


def run():
    commands()["start"]()


run()
