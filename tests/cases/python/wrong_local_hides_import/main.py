from tools import clean


def mine():
    pass


def run():
    clean = mine
    clean()


def run_imported():
    clean()


run()
run_imported()
