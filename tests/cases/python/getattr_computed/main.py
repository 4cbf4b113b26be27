class Visitor:
    def visit(self, kind):
        method = getattr(self, "visit_" + kind)
        return method()

    def visit_name(self):
        pass

    def visit_call(self):
        pass


def run(kind):
    Visitor().visit(kind)
