import threading


def work(first, then=None):
    first()
    then()


def step():
    pass


def end():
    pass


threading.Thread(target=work, args=(step,), kwargs={"then": end}).start()
