def found():
    pass


def missing():
    pass


def run(items):
    for item in items:
        if item:
            f = found
            break
    else:
        f = missing
    f()


run([1])
run([])
