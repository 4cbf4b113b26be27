class User:
    def __init__(self):
        self.log()

    def log(self):
        pass

    def save(self):
        pass
