class Outer:
    class Inner:
        def one(self):
            return self

        def two(self):
            return self


Outer.Inner().one().two()
