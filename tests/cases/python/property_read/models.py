class Address:
    def print(self):
        pass
