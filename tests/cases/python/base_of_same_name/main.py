from base import *


class Model(Model):
    def run(self):
        self.save()
