def answer():
    pass


class Oracle:
    def __getattribute__(self, name):
        return answer


class Item:
    def use(self):
        pass


class Registry:
    def __class_getitem__(cls, key):
        return Item()


class Handle:
    def __del__(self):
        pass


Oracle().anything()
Registry["key"].use()
handle = Handle()
del handle
