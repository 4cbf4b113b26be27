class Cached:
    def get(self):
        pass


class Fresh:
    def get(self):
        pass


def run(hit):
    source = Fresh()
    if hit:
        source = Cached()
        return source
    source.get()
