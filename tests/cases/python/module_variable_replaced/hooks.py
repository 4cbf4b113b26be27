def plain():
    pass


handler = plain
