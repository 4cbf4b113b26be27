import acme.tools.text
from acme.tools import numbers
from acme.tools.text import clean


def run():
    clean()
    numbers.double()
    acme.tools.text.clean()
