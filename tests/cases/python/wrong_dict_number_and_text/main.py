# 1 and "1" are different keys.
def number():
    pass


def text():
    pass


TABLE = {1: number, "1": text}
LATER = {}
LATER["2"] = text
LATER[2] = number


def run():
    TABLE[1]()
    LATER["2"]()
