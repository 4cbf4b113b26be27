def join(a, b):
    return a
