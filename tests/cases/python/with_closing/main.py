# with closing(x) as y: y is x, and is closed.
from contextlib import closing


class Page:
    def read(self):
        pass

    def close(self):
        pass


def run():
    with closing(Page()) as page:
        page.read()
