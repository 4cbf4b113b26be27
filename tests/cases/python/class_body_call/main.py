def register(name):
    return name


def helper():
    pass


class Plugin:
    label = register("plugin")

    def helper(self):
        return 1

    helper(None)

    def run(self):
        helper()
        label()
