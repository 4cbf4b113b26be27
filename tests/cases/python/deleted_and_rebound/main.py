import tools


def step():
    pass


def early():
    step = tools.first
    step()
    step = tools.second
    step()


def caught():
    try:
        tools.first()
    except ValueError as error:
        error.with_traceback(None)
    except (tools.Fault, tools.Defect) as fault:
        fault.explain()


def unpacked():
    a, b = tools.first, tools.second
    a()
    (c, d), *rest = (tools.Fault(), 1), 2
    c.explain()
