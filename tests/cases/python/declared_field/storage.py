class Store:
    def put(self):
        pass

    def drop(self):
        pass
