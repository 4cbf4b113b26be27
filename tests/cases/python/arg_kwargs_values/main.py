def clean():
    pass


def send():
    pass


def call(**hooks):
    for hook in hooks.values():
        hook()


call(before=clean, after=send)
