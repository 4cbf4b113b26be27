import importlib


def run():
    tools = importlib.import_module("tools")
    tools.clean()
    __import__("tools").dirty()


run()
