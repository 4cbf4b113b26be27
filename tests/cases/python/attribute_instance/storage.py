class Store:
    def put(self):
        pass


class Memory:
    def put(self):
        pass
