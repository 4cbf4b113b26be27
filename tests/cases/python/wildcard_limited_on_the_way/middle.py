from deep import *

__all__ = ["shown"]
