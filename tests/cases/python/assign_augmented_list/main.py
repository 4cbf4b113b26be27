def first():
    pass


def second():
    pass


steps = [first]
steps += [second]
for step in steps:
    step()
