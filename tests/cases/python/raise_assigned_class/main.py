import errors


def make():
    return errors.Broken()


def run(n):
    kind = errors.Broken
    try:
        if n:
            raise kind()
        raise make()
    except errors.Broken as error:
        error.explain()


run(0)
run(1)
