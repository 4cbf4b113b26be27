class App:
    def __init__(self):
        self.routes = {}

    def route(self, path):
        def decorate(view):
            self.routes[path] = view
            return view

        return decorate

    def handle(self, path):
        return self.routes[path]()


app = App()


@app.route("/")
def index():
    pass


@app.route("/about")
def about():
    pass


def stranger():
    pass


app.handle("/")
app.handle("/about")
