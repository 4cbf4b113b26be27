def call(name, function, *arguments):
    function(*arguments)


def add(*parts):
    call(*parts)


def run(step):
    step()


def leaf():
    pass


def alone():
    pass


add("a", run, leaf)
add("b", alone)
