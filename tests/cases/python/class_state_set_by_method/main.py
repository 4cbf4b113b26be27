class Collector:
    queue: list = []
    report = print

    @classmethod
    def collect(cls, *collectors):
        cls.queue = [*collectors]

    @classmethod
    def run(cls):
        while cls.queue:
            cls.queue.pop().work()
        cls.report()

    @classmethod
    def work(cls):
        pass


class Net(Collector):
    @classmethod
    def work(cls):
        pass


class Disk(Collector):
    @classmethod
    def work(cls):
        pass


def loud():
    pass


Collector.report = loud
Collector.collect(Net)
Collector.run()
