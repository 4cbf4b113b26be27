def plain():
    pass
