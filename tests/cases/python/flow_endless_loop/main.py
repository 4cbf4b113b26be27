def first():
    return 1


def second():
    return 2


def third():
    return 3


def always():
    step = first
    while True:
        step = second
        if third():
            break
    step()


def maybe():
    step = first
    while True:
        if third():
            break
        step = second
    step()


def again():
    step = first
    while True:
        step()
        step = second
        try:
            third()
        except ValueError:
            break


def start():
    global state
    state = stop
    return 1


def stop():
    global state
    state = start
    return 2


state = start
for _ in range(3):
    state()

state = third
state()


def change():
    global state
    state = first


change()
state()
always()
maybe()
again()
