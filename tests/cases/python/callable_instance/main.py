class Handler:
    def __call__(self):
        return self.handle()

    def handle(self):
        pass


def run():
    handler = Handler()
    handler()
    Handler()()
