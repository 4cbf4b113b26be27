from nodes import Node


class Visitor:
    def visit(self, node: Node):
        method = getattr(self, f"visit_{type(node).__name__}", None)
        if method is not None:
            method(node)


class Printer(Visitor):
    def visit_Name(self, node):
        pass

    def visit_Call(self, node):
        pass

    def show(self, node: Node):
        self.visit(node)


Printer().show(None)
