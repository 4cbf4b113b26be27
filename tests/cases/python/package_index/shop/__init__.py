def open():
    pass
