def registered(cls):
    cls().start()
    return cls


@registered
class Plugin:
    def start(self):
        pass

    def stop(self):
        pass


def run():
    Plugin().stop()


run()
