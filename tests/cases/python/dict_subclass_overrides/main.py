def f():
    pass


class R(dict):
    def __getitem__(self, k):
        return super().__getitem__(k)

    def __setitem__(self, k, v):
        check(v)
        super().__setitem__(k, v)


def check(v):
    pass


r = R()
r["a"] = f
r["a"]()
