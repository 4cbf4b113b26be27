def dumps(value):
    pass
