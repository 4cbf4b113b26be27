class Chunk:
    def show(self):
        pass


class Part(Chunk):
    def show(self):
        pass


class Line:
    def __init__(self, *chunks: Chunk, **named: Chunk) -> None:
        self.chunks = list(chunks)
        self.named = named

    def show(self):
        for chunk in self.chunks:
            chunk.show()

    def show_named(self):
        for chunk in self.named.values():
            chunk.show()


def known(*chunks: Chunk):
    for chunk in chunks:
        chunk.show()


known(Part())
