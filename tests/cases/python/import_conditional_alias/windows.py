def beep():
    pass
