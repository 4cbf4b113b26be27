class Box:
    pass


def make(name):
    def read(self):
        return name

    return read


for name in ("width", "height"):
    setattr(Box, "get_" + name, make(name))
    setattr(Box, f"set_{name}", make(name))

Box().get_width()
Box().set_height()
