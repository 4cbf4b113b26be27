import re

COUNT = 3
RATE = 1.5
MASK = 0xEF


def swap(match):
    return match.group(0).upper()


def run(path):
    COUNT.bit_length()
    RATE.is_integer()
    MASK.bit_length()
    for part in "a,b".split(","):
        part.strip().lower()
    first, last = "a b".split()
    last.title()
    for letter in "ab":
        letter.isalpha()
    re.sub("a", swap, "b")
    with open(path) as file:
        for line in file:
            line.rstrip()
    with open(path, "rb") as file:
        file.read().decode().split()[0].lower()


def inner():
    pass


vars()["inner"]()
run("main.py")
