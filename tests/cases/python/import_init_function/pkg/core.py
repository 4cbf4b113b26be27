def boot():
    pass
