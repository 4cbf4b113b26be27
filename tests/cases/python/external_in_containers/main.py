import socket
from multiprocessing import Process


def work():
    pass


class Pool:
    def __init__(self):
        self._workers = []
        self.by_name = {}

    def start(self):
        for _ in range(4):
            worker = Process(target=work)
            worker.start()
            self._workers.append(worker)

    def connect(self, name):
        self.by_name[name] = socket.socket()

    def stop(self):
        for worker in self._workers:
            worker.join(timeout=1)
        self.by_name["main"].close()
        return any(worker.is_alive() for worker in self._workers)


def main():
    pool = Pool()
    pool.start()
    pool.connect("main")
    pool.stop()
    pool.log = socket.socket()
    flush(pool)


def flush(pool):
    pool.log.send(b"")
