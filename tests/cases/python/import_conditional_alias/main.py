import sys

if sys.platform == "win32":
    from windows import beep
else:
    from unix import beep
beep()
