def rd():
    pass
