from functools import cached_property


class Client:
    def send(self):
        pass


class App:
    @cached_property
    def client(self):
        return Client()

    def run(self):
        self.client.send()


App().run()
