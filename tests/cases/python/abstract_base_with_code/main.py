from abc import ABC, abstractmethod


class Task(ABC):
    def run(self):
        self.start()
        self.work()
        self.finish()

    def start(self):
        pass

    @abstractmethod
    def work(self): ...

    def finish(self):
        print("done")


class Quick(Task):
    def work(self):
        pass


class Slow(Task):
    def start(self):
        pass

    def work(self):
        pass

    def finish(self):
        print("at last")


Quick().run()
Slow().run()
for task in (Quick(), Slow()):
    task.finish()
