def path(rule, view):
    pass


class Router:
    def get(self, rule):
        return lambda function: function


router = Router()
