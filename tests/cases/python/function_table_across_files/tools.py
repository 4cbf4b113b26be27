def clean():
    pass


def dirty():
    pass
