import importlib


def added():
    for name in ["one", "two"]:
        importlib.import_module("plug." + name).go()


def interpolated():
    for name in ("one", "two"):
        module = importlib.import_module(f"plug.{name}")
        module.go()


def replaced(name):
    importlib.import_module("plug.%s" % name).go()


def formatted(name):
    return importlib.import_module("plug.{}".format(name))


added()
interpolated()
replaced("one")
formatted("two").go()
