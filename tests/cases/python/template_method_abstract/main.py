from abc import ABC, abstractmethod


class Task(ABC):
    def run(self):
        self.step()

    @abstractmethod
    def step(self): ...


class Load(Task):
    def step(self):
        pass


class Save(Task):
    def step(self):
        pass


Load().run()
Save().run()
