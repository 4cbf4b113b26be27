# Routes, hooks and commands that Flask calls: from the module that registers them, marked as entries.
from flask import Blueprint, Flask


class Site(Flask):
    pass


app = Site(__name__)
pages = Blueprint("pages", __name__)


@app.route("/")
def index():
    return helper()


@pages.get("/about")
def about():
    return helper()


@app.before_request
def check():
    pass


def late():
    pass


def helper():
    pass


app.add_url_rule("/late", view_func=late)
