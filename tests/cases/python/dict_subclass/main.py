def f():
    pass


class Registry(dict):
    def register(self, name, fn):
        self[name] = fn

    def run(self, name):
        self[name]()


r = Registry()
r.register("k", f)
r.run("k")
