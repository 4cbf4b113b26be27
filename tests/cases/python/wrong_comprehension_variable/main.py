def work():
    pass


def step():
    pass


def run():
    [step for step in (work, work)]
    step()


run()
