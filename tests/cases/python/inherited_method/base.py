class Base:
    def save(self):
        return self.validate()

    def validate(self):
        return True
