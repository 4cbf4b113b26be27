def start():
    pass


def stop():
    pass


def fallback():
    pass


COMMANDS = {"start": start, "stop": stop}


def run(name):
    COMMANDS.get(name, fallback)()


def run_start():
    COMMANDS.get("start")()


run("stop")
run("start")
run("")
run_start()
