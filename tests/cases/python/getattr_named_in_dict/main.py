class Shop:
    names = {"open": "start", "close": "stop"}

    def start(self):
        pass

    def stop(self):
        pass

    def run(self, key):
        getattr(self, self.names[key.lower()])()


Shop().run("OPEN")
