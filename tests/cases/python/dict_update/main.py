def start():
    pass


def stop():
    pass


def pause():
    pass


def run(name):
    commands = {"start": start}
    commands.update({"stop": stop}, pause=pause)
    commands[name]()


run("stop")
run("start")
run("pause")
