def apply(*functions, **options):
    for function in functions:
        function()
    options["after"]()
    options.get("before")()


def get():
    pass


def step():
    pass


def run(options):
    apply(step, after=get)
    apply(**options)
    apply(*options)
