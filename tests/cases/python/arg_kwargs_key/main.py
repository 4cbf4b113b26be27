def clean():
    pass


def send():
    pass


def call(**hooks):
    hooks["after"]()


call(before=clean, after=send)
