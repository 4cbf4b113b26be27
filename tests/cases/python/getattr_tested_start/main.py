class Suite:
    def test_one(self):
        pass

    def test_two(self):
        pass

    def helper(self):
        pass


def fast():
    pass


def slow():
    pass


def by_dir(suite):
    for name in dir(suite):
        if name.startswith("test_"):
            getattr(suite, name)()


def by_comprehension():
    return [getattr(Suite(), name)() for name in dir(Suite) if name.startswith("test_")]


def known_names():
    for name in ("fast", "slow"):
        if name.startswith("f"):
            globals()[name]()


def others():
    for name in ("fast", "slow"):
        if name.startswith("f"):
            continue
        globals()[name]()


by_dir(Suite())
by_comprehension()
known_names()
others()
