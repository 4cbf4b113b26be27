class Job:
    def traced(method):
        def wrapper(self):
            return method(self)

        return wrapper

    @traced
    def go(self):
        self.step()

    def step(self):
        pass


Job().go()
