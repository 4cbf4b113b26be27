class Plugin:
    def run(self):
        pass
