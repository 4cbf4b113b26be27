class Plugin: ...


class Auth(Plugin):
    def __init__(self): ...


class Basic(Auth):
    def check(self): ...


class Format(Plugin):
    def __init__(self): ...

    def check(self): ...


class Manager:
    def __init__(self):
        self.plugins = [Basic, Format]

    def filtered(self, base):
        return [plugin for plugin in self.plugins if issubclass(plugin, base)]

    def auths(self) -> list[type[Auth]]:
        return self.filtered(Auth)

    def by_name(self) -> dict[str, type[Auth]]:
        return {plugin.__name__: plugin for plugin in self.auths()}

    def auth(self, name) -> type[Auth]:
        return self.by_name()[name]


def one(name):
    Manager().auth(name)().check()


def each():
    for auth in Manager().auths():
        auth().check()
