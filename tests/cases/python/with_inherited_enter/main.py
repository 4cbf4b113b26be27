class Base:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        pass


class File(Base):
    def close(self):
        pass

    def read(self):
        pass


def run():
    with File() as file:
        file.read()


run()
