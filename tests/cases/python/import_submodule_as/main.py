import pkg.tools as t
from pkg import tools
from pkg.tools import clean as tidy

t.clean()
tools.dirty()
tidy()
