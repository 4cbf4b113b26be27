def check(x):
    return x


def run():
    return any(check(x) for x in [1, 2])


run()
