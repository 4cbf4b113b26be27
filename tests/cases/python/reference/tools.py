import external


class Theme:
    pass


def clean():
    pass


def pad():
    pass


@external.traced
def guarded():
    pass
