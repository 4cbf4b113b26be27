class A(Exception):
    def go(self):
        pass


class B(Exception):
    def go(self):
        pass


errs = (A, B)
for c in errs:
    try:
        raise c()
    except errs as e:
        e.go()
