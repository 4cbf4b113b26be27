def start():
    pass


def stop():
    pass


MENU = {"file": {"open": start}, "edit": {"open": stop}}


def run():
    MENU["edit"]["open"]()


run()
