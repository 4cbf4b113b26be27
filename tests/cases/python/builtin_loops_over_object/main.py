from functools import reduce
from itertools import chain


class Steps:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


def double(number):
    return number


def add(first, second):
    return first


def by_map():
    map(double, Steps())


def by_filter():
    filter(double, Steps())


def by_zip():
    zip([1], Steps())


def by_sum():
    sum(Steps())


def by_sorted():
    sorted(Steps())


def by_list():
    list(Steps())


def by_reduce():
    reduce(add, Steps())


def by_chain():
    chain(Steps())


def by_extend():
    [].extend(Steps())
