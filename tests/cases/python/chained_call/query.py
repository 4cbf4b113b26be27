class Row:
    def upper(self):
        pass


class Query:
    def where(self, condition):
        return self

    def order(self, key) -> "Query":
        return self

    def first(self):
        return Row()
