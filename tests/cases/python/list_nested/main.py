def first():
    pass


def second():
    pass


def third():
    pass


GRID = [[first], [second, third]]


def run():
    GRID[1][0]()


def run_all():
    for row in GRID:
        for cell in row:
            cell()


run()
run_all()
