def work():
    pass


class Job:
    @property
    def action(self):
        return work


def run():
    Job().action()


run()
