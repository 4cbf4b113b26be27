def work():
    pass


a = b = work
a()
b()
