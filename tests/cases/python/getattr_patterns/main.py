class Commands:
    def by_format(self, name):
        getattr(self, "do_{}".format(name).lower())()

    def by_percent(self, name):
        getattr(self, "do_%s" % name)()

    def by_template(self, name):
        getattr(self, f"do_{name}")()

    def by_ends(self, name):
        getattr(self, f"get_{name}_text")()

    def too_short(self, name):
        getattr(self, "d" + name)()

    def do_start(self):
        pass

    def do_stop(self):
        pass

    def get_long_text(self):
        pass

    def get_long_number(self):
        pass


class Other:
    def do_other(self):
        pass


def run(name):
    Commands().by_format(name)
    Commands().by_percent(name)
    Commands().by_template(name)
    Commands().by_ends(name)
    Commands().too_short(name)
