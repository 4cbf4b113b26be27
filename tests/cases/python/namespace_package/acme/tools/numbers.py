def double():
    pass
