class Path:
    def __bool__(self): ...

    def load(self, path):
        if not path:
            return None
        return path


class Query:
    def __bool__(self): ...


class Link:
    def __init__(self):
        self._path = Path()
        self.query = Query()

    def __setattr__(self, name, value):
        if name == "path":
            self._path.load(value)
        else:
            object.__setattr__(self, name, value)


def run():
    Link().path = "a/b"
