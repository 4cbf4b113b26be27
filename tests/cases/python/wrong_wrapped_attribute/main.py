class Lexer:
    def lex(self): ...


class Basic:
    def lex(self): ...


class Connector:
    def __init__(self, lexer):
        self.lexer = lexer

    def lex(self):
        return self.lexer.lex()


class Front:
    def __init__(self, post, basic):
        if basic:
            self.lexer = Basic()
        else:
            self.lexer = Lexer()
        if post:
            self.lexer = Connector(self.lexer)

    def run(self):
        self.lexer.lex()


class Open:
    def __init__(self):
        self.lexer = Lexer()

    def connect(self):
        self.lexer = Connected(lexer=self.lexer)


class Below(Open): ...


class Connected:
    def __init__(self, lexer):
        self.lexer = lexer

    def lex(self):
        return self.lexer.lex()


class Chain:
    def __init__(self):
        self.lexer = None

    def add(self, lexers):
        for _ in lexers:
            self.lexer = Link(self.lexer)


class Link:
    def __init__(self, following):
        self.following = following

    def lex(self):
        return self.following.lex()
