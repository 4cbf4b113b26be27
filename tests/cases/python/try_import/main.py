try:
    import fast as engine
except ImportError:
    import slow as engine

try:
    import ujson as json
except ImportError:
    import json


def run():
    engine.go()
    json.dumps(1)
