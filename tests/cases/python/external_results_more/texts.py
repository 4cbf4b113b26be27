def both(flag):
    item = "text" if flag else open("x")
    item.readline()
    item.strip()
    item.fly()
