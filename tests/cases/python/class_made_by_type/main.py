class Base:
    def hi(self):
        pass


Sub = type("Sub", (Base,), {"go": lambda self: self.hi()})
s = Sub()
s.go()
s.hi()
