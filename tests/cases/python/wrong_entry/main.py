# A decorator, path() or get() of the project's own is no framework's, whatever it is called.
import click
from tools import path, router


class App:
    def route(self, rule):
        def register(function):
            return function

        return register


app = App()


@app.route("/")
def index():
    pass


@router.get("/")
def other():
    pass


patterns = [path("", index)]
click.echo(other)
