import library

library.visible
