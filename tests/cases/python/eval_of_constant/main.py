def work():
    pass


def rest():
    pass


def run(text):
    eval("work()")
    eval("rest")()
    exec("work()")
    eval(text)()
