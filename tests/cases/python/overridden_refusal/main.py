class Unsupported(Exception):
    pass


class Stream:
    def read(self):
        """Not every stream can."""
        raise Unsupported

    def close(self):
        self.closed = True
        raise Unsupported


class File(Stream):
    def read(self):
        pass

    def close(self):
        pass


class Pipe(Stream):
    pass


def load(stream: Stream):
    stream.read()
    stream.close()


def drain(pipe: Pipe):
    pipe.read()


load(Stream())
