import threading


def done():
    pass


def work(callback):
    callback()


def run():
    thread = threading.Thread(target=work, args=(done,))
    thread.start()
    thread.join()


run()
