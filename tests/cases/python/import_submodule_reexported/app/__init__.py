from . import util
from . import util as tools
