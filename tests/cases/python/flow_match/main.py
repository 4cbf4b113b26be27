def start():
    pass


def stop():
    pass


def other():
    pass


def run(word):
    match word:
        case "start":
            f = start
        case "stop":
            f = stop
        case _:
            f = other
    f()


run("start")
run("stop")
run("")
