class User:
    def save(self):
        pass
