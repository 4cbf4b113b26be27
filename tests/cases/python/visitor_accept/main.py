class Num:
    def accept(self, visitor):
        visitor.visit_num(self)


class Add:
    def accept(self, visitor):
        visitor.visit_add(self)


class Printer:
    def visit_num(self, node):
        pass

    def visit_add(self, node):
        Num().accept(self)


class Stranger:
    def visit_num(self, node):
        pass


Add().accept(Printer())
