def clean():
    pass


def send():
    pass


def call(before, after):
    after()


options = {"before": clean, "after": send}
call(**options)
