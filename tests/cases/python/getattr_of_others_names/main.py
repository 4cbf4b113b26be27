class Options:
    lexer: str  # declared and never set, so `__getattr__` answers
    made = None

    def __init__(self, given):
        self.size = unknown(given)
        self.__dict__["kept"] = given

    def __getattr__(self, name):
        return self.__dict__["kept"][name]

    def shown(self):
        return self.kept, self.size


class Mapping(dict):
    def __getattr__(self, name):
        return self[name]


class Other:
    lexer = None
    made = None
    size = 1
    kept = None
    depth = 2

    def items(self): ...


def run():
    options = Options({})
    read = options.lexer, options.depth
    known = options.made, options.size
    mapping = Mapping()
    mapping.items()
    return read, known, mapping.depth


def set_only():
    options = Options({})
    return options.made, options.size
