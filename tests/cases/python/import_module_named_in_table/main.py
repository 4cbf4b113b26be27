"""A table says which module is imported."""

import importlib

LOADERS = {"first": "plug.first", "second": "plug.second"}


def load(name):
    return importlib.import_module(LOADERS[name]).Plugin()


load("first").run()
