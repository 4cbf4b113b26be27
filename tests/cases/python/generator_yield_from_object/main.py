class Tree:
    def __init__(self, kids):
        self.kids = kids

    def __iter__(self):
        yield self
        for kid in self.kids:
            yield from kid


for tree in Tree([Tree([])]):
    print(tree.kids)
