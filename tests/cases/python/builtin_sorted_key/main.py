def by_sort(x):
    return x


def by_min(x):
    return x


def by_max(x):
    return x


def by_method(x):
    return x


def run():
    numbers = [2, 1]
    sorted(numbers, key=by_sort)
    min(numbers, key=by_min)
    max(numbers, key=by_max)
    numbers.sort(key=by_method)


run()
