def work():
    pass


def rest():
    pass


def stored(**options):
    options["action"] = work
    run(**options)


def given(**options):
    options.setdefault("action", rest)
    other(**options)


def untouched(**options):
    third(**options)


def run(action):
    action()


def other(action):
    action()


def third(action=None):
    action()


stored()
given()
untouched(action=work)
