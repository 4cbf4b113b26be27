from .. import core as outer
from ..core import start
from . import core
from .core import start as near


def run():
    start()


def run_near():
    near()
    core.start()


def run_outer():
    outer.start()
