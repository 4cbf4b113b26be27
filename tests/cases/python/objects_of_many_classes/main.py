class C0:
    def go(self):
        pass


class C1:
    def go(self):
        pass


class C2:
    def go(self):
        pass


class C3:
    def go(self):
        pass


class C4:
    def go(self):
        pass


class C5:
    def go(self):
        pass


class C6:
    def go(self):
        pass


class C7:
    def go(self):
        pass


class C8:
    def go(self):
        pass


class C9:
    def go(self):
        pass


class C10:
    def go(self):
        pass


class C11:
    def go(self):
        pass


class C12:
    def go(self):
        pass


ALL = [
    C0(),
    C1(),
    C2(),
    C3(),
    C4(),
    C5(),
    C6(),
    C7(),
    C8(),
    C9(),
    C10(),
    C11(),
    C12(),
]


def run():
    for each in ALL:
        each.go()


def passed(one):
    one.go()


for each in ALL:
    passed(each)
