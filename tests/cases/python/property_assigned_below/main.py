from base import Base


class App(Base):
    def start(self):
        self.debug = True

    def show(self):
        return self.debug


App().start()
App().show()
