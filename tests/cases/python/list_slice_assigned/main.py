def a():
    pass


def b():
    pass


l = [a]
l[len(l) :] = [b]
for f in l:
    f()
