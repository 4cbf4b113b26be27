def start():
    pass


def stop():
    pass


TABLE = {}
TABLE["start"] = start
TABLE["stop"] = stop


def run_start():
    TABLE["start"]()


def run_stop():
    TABLE["stop"]()


run_start()
run_stop()
