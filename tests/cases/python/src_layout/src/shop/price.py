def net():
    pass
