def traced(func):
    def wrapper(self):
        return func(self)

    return wrapper


class Job:
    @traced
    def go(self):
        self.step()

    def step(self):
        pass


class Other:
    def go(self):
        pass


Job().go()
