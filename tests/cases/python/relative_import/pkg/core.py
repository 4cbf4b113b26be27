def start():
    pass
