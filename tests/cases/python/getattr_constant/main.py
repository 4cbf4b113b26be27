class Job:
    def start(self):
        pass

    def stop(self):
        pass


def run():
    getattr(Job(), "start")()
    name = "stop"
    method = getattr(Job(), name)
    method()


run()
