def draw():
    pass
