class A:
    def __delitem__(self, k):
        self.gone(k)

    def gone(self, k):
        pass

    def __delattr__(self, n):
        self.gone(n)


a = A()
del a["x"]
del a.y
