class Job:
    def step(self):
        pass

    def run(self):
        self.step()


def fast():
    pass


quick = Job()
quick.step()
quick.step = fast
quick.step()
quick.run()
slow = Job()
slow.step()
