import app
from app import tools, util


def from_package():
    util.rd()


def renamed():
    tools.rd()


def by_package():
    app.util.rd()
    app.tools.rd()
