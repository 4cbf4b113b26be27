import atexit
import signal
import threading
from concurrent.futures import ThreadPoolExecutor


def leave():
    pass


def interrupt(number, frame):
    pass


def work():
    pass


def job(x):
    pass


def each(x):
    pass


def run():
    atexit.register(leave)
    signal.signal(signal.SIGINT, interrupt)
    threading.Thread(target=work).start()
    with ThreadPoolExecutor() as pool:
        pool.submit(job, 1)
        pool.map(each, [1])


run()
