def clean():
    pass
