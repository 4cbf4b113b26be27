def first():
    pass


def second():
    pass


A = [first]
B = [second]


def joined():
    for step in A + B:
        step()


def spread():
    for step in [*A, *B]:
        step()


joined()
spread()
