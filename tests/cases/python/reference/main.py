# What is named and not called is referred to: passed, stored, returned, in a container, as a default.
import external
import tools
from tools import clean as tidy
from tools import guarded


class Window:
    theme = tools.Theme

    def __init__(self, app):
        self.app = app
        self.on_close = self.close
        app.connect(self.resize, key=tidy)

    def close(self):
        pass

    def resize(self):
        pass

    @staticmethod
    def scale():
        pass

    @property
    def width(self):
        return 1


TABLE = {
    "tidy": tidy,
    "nested": [tools.pad, (Window, external.thing)],
}


def choose(flag, otherwise=tools.pad):
    external.use(Window.scale)
    return guarded if flag else otherwise


def caller():
    external.keep(tidy)
    return tidy()
