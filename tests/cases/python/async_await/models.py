class User:
    def greet(self):
        pass

    def show(self):
        pass
