class Base:
    @property
    def debug(self):
        return False

    @debug.setter
    def debug(self, value):
        pass
