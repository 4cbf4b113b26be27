class Kept:
    def __init__(self, make, *args):
        self.make = make
        self.args = args

    def __iter__(self):
        row = (self.make, self.args)
        return iter(row)


class Pair:
    def __init__(self, go, end):
        self.go = go
        self.end = end

    def __iter__(self):
        row = (self.go, self.end)
        return iter(row)


class Listed:
    def __init__(self, go, end):
        self.go = go
        self.end = end

    def __iter__(self):
        return iter([self.go, self.end])


class Looped:
    def __init__(self, go, end):
        self.go = go
        self.end = end

    def __iter__(self):
        if self.go:
            yield self.go
        yield self.end


class Grown:
    def __init__(self, go, end):
        self.go = go
        self.end = end

    def __iter__(self):
        row = [self.end]
        row.insert(0, self.go)
        return iter(row)
