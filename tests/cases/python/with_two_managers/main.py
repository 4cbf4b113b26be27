class One:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def use(self):
        pass


class Two:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def use(self):
        pass


def run():
    with One() as one, Two() as two:
        one.use()
        two.use()


run()
