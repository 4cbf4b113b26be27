def paint():
    pass
