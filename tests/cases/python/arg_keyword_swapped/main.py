def clean():
    pass


def send():
    pass


def call_before(before, after):
    before()


def call_after(before, after):
    after()


call_before(after=send, before=clean)
call_after(after=send, before=clean)
