"""A decorator that is a descriptor gives itself, or its function, for the object that it is read from."""

import functools
import types


class Counted:
    def __init__(self, function):
        self.function = function

    def __call__(self, *given):
        return self.function(*given)

    def __get__(self, object, owner=None):
        return functools.partial(self, object)


class Bound:
    def __init__(self, function):
        self.function = function

    def __get__(self, object, owner=None):
        return types.MethodType(self.function, object)


class Lazy:
    def __init__(self, function):
        self.function = function

    def __get__(self, object, owner=None):
        return self if object is None else self.function(object)


class Page:
    @Counted
    def counted(self):
        pass

    @Bound
    def bound(self):
        pass

    @Lazy
    def lazy(self):
        return self.show

    def show(self):
        pass


def run(page):
    page.counted()


def run_bound(page):
    page.bound()


def run_lazy(page):
    page.lazy()


run(Page())
run_bound(Page())
run_lazy(Page())
