from shapes import *

circle.draw()
helper.hidden()
