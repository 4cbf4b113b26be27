class User:
    def save(self):
        pass


class Group:
    def save(self):
        pass
