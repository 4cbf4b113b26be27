from collections import defaultdict

HANDLERS = defaultdict(list)


def on(event, handler):
    HANDLERS[event].append(handler)


def emit(event):
    for handler in HANDLERS[event]:
        handler()


def opened():
    pass


def closed():
    pass


on("open", opened)
on("close", closed)
emit("open")
emit("close")
