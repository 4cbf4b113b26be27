from chooser import choose

choose()()
