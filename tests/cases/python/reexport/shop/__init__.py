from .core import Cart
from .core import run as start
