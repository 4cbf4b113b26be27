def count():
    open()
