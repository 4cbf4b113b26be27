import tools.numbers
from tools.text import clean


def run():
    print(clean(" a "))
    tools.numbers.double(2)
