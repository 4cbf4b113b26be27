import os.path
import json as j

join = os.path.join


def run():
    join("a", "b")
    dump = j.dumps
    dump({})


run()
