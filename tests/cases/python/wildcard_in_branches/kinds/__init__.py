import os

from .base import *

if os.environ.get("FAST"):
    from .fast import *
else:
    from .slow import *

try:
    from .extra import *
except ImportError:
    pass
