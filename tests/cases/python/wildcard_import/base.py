def origin():
    pass
