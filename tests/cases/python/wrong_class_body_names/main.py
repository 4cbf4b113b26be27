def helper():
    pass


class Job:
    def helper(self):
        pass

    def run(self):
        helper()


Job().run()
