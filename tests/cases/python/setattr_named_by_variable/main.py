class Box:
    pass


def first():
    pass


def second():
    pass


box = Box()
NAME = "go"
setattr(box, NAME, first)
for name in ("start", "stop"):
    setattr(box, name, second)
box.go()
box.stop()
