class Field:
    def __get__(self, owner, cls):
        return 1


class Form:
    value = Field()
