import importlib


def load(name=""):
    return importlib.import_module(name)


def main():
    load().run()


if __name__ == "__main__":
    main()
