class Token:
    def match(self):
        pass


class One(Token):
    pass


class Two(Token):
    pass


class Three(Token):
    pass


class Four(Token):
    pass


class Five(Token):
    pass


class Six(Token):
    pass


class Seven(Token):
    pass


class Eight(Token):
    pass


class Tokens:
    def __init__(self):
        self.all = []

    def go(self):
        for _, token in enumerate(self.all):
            token.match()


tokens = Tokens()
tokens.all.append(One())
tokens.all.append(Two())
tokens.all.append(Three())
tokens.all.append(Four())
tokens.all.append(Five())
tokens.all.append(Six())
tokens.all.append(Seven())
tokens.all.append(Eight())
tokens.go()
