class Circle:
    def draw(self):
        pass


class Square:
    def draw(self):
        pass
