class Subject:
    def __init__(self):
        self.observers = []

    def attach(self, observer):
        self.observers.append(observer)

    def notify(self):
        for observer in self.observers:
            observer()


class Screen:
    def draw(self):
        pass

    def clear(self):
        pass


def log():
    pass


subject = Subject()
subject.attach(Screen().draw)
subject.attach(log)
subject.notify()
