from .. import tools
from ..side import help


def go():
    tools.clean()
    help()
