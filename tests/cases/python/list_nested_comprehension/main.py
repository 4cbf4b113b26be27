def a():
    pass


m = [[a for _ in range(2)] for _ in range(2)]
m[0][1]()
