def start():
    pass


def stop():
    pass


BASE = {"start": start}
MORE = {"stop": stop}


def spread():
    {**BASE, **MORE}["stop"]()


def joined():
    (BASE | MORE)["start"]()


spread()
joined()
