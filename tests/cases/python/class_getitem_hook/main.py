class Box:
    def __class_getitem__(cls, item):
        return cls

    def open(self):
        pass


Box[int]().open()
