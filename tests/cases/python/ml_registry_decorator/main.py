REGISTRY = {}


def register(name):
    def decorate(function):
        REGISTRY[name] = function
        return function

    return decorate


@register("small")
def small_net():
    pass


@register("large")
def large_net():
    pass


def build(name):
    return REGISTRY[name]()


build("small")
build("large")
