class Cart:
    def total(self):
        pass
