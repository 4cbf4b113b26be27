class A:
    def __matmul__(self, o):
        return self

    def __getitem__(self, s):
        return self

    def go(self):
        pass


(A() @ A())[1:2].go()
