def run():
    from tools import clean
    import tools as t

    clean()
    t.dirty()


run()
