import json
import re

WORD = re.compile("a")


class Encoder(json.JSONEncoder):
    def default(self, value):
        return 1


def replaced(match):
    return ""


def plain(value):
    return 1


def texts():
    re.sub("a", replaced, "a")
    WORD.sub(replaced, "a")


def dumps(value):
    json.dumps(value, default=plain)
    json.dumps(value, cls=Encoder)


texts()
dumps(object())
