class Proxy:
    def __getattr__(self, name):
        return work

    def known(self):
        pass


def work():
    pass


def run():
    Proxy().anything()


def run_known():
    Proxy().known()


run()
run_known()
