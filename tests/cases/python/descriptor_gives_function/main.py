class Bound:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        def call():
            return self.function(instance)

        return call


class Job:
    @Bound
    def go(self):
        self.step()

    def step(self):
        pass


Job().go()
