class Tools:
    def run(step):
        step()

    def go(this):
        this.end()

    def end(this):
        pass


def first():
    pass


Tools.run(first)
Tools().go()
