import threading


class Worker(threading.Thread):
    def run(self):
        self.work()

    def work(self):
        pass


def main():
    worker = Worker()
    worker.start()
    worker.join()


main()
