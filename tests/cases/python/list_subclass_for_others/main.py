class Link:
    def run(self):
        pass

    def stop(self):
        pass


class Group(list):
    def __init__(self, *hosts):
        self.extend([Link() for host in hosts])

    def _do(self, method, *args):
        raise NotImplementedError  # the base only refuses: classes below fill it in

    def run(self, *args):
        return self._do("run", *args)


class SerialGroup(Group):
    def _do(self, method, *args):
        for link in self:
            getattr(link, method)(*args)
            link.stop()


class Batch(list):
    def fill(self):
        self.append(Link())


class Empty(Batch):
    def go(self):
        for each in self:
            each.run()


def main():
    Batch().fill()
    Empty().go()
