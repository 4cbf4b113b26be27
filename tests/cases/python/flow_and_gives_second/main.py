class Options:
    def __init__(self, parser):
        self.parser = parser

    def parse(self): ...


class Parser:
    def parse(self): ...


class Other:
    def parse(self): ...


class Rows:
    def __len__(self): ...

    def parse(self): ...


def chosen(options):
    parser = options and options.parser or Other()
    parser.parse()


def counted():
    rows = Rows() and Parser()
    rows.parse()


chosen(Options(Parser()))
chosen(None)
