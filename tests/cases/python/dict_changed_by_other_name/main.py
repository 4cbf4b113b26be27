def old():
    pass


def new():
    pass


def under_two_names():
    table = {"go": old}
    same = table
    same["go"] = new
    table["go"]()


def of_a_list():
    steps = [old]
    same = steps
    steps[0] = new
    same[0]()


def of_another():
    table = {"go": old}
    same = table
    table = {"go": old}
    same["go"] = new
    table["go"]()


under_two_names()
of_a_list()
of_another()
