def start():
    pass


def stop():
    pass


COMMANDS = {each.__name__: each for each in (start, stop)}


def run(name):
    COMMANDS[name]()


run("start")
run("stop")
