def work():
    pass


(lambda: work())()
(lambda f: f())(work)
