import helpers


def run(thing):
    save()
    thing.save()
    helpers.load()
    helpers.Unknown().save()
    Store.save()


class Job:
    def run(self):
        self.save()
        run(self)
