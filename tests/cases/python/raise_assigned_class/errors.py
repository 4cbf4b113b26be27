class Broken(Exception):
    def __init__(self):
        pass

    def explain(self):
        pass
