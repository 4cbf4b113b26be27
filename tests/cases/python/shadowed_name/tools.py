def clean():
    pass


def send():
    print("b")
