def first():
    pass


def second():
    pass


def call_second(*functions):
    functions[1]()


call_second(first, second)
