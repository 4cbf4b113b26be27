class Tools:
    @staticmethod
    def clean():
        pass


def run():
    clean = Tools.clean
    clean()
    Tools().clean()


run()
