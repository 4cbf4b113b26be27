import importlib

m = importlib.import_module(".sub", "pkg")
m.go()
