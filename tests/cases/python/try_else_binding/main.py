def good():
    pass


def bad():
    pass


def run(text):
    try:
        int(text)
    except ValueError:
        act = bad
    else:
        act = good
    act()
