def start():
    pass


def stop():
    pass


def never():
    pass


COMMANDS = {"start": start, "stop": stop, "never": never}


def call(key):
    COMMANDS[key]()


call("start")
call("stop")
