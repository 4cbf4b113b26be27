def helper(x):
    return x


double = lambda x: helper(x)


def run(items):
    double(1)
    key = lambda item: helper(item)
    key(1)
    sorted(items, key=lambda item: helper(item))
    (lambda: helper(2))()
