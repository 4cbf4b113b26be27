def total():
    pass
