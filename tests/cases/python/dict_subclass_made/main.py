def f():
    pass


def g():
    pass


class R(dict):
    def run(self):
        self["f"]()


R(f=f).run()
R({"g": g})["g"]()
