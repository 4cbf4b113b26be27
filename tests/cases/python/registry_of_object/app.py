class App:
    def __init__(self):
        self.table = {}

    def route(self, p):
        def deco(f):
            self.table[p] = f
            return f

        return deco

    def run(self, p):
        return self.table[p]()


app = App()
