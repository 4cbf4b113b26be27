"""What json is given to encode goes to the function for it; what that for decoding gives is the result."""

import json


class Point:
    def shown(self):
        return {}

    def moved(self):
        pass


def encode(point):
    return point.shown()


def decode(found):
    return Point()


class Encoder(json.JSONEncoder):
    def default(self, point):
        return point.shown()


json.dumps([Point()], cls=Encoder)
json.loads(json.dumps(Point(), default=encode), object_hook=decode).moved()
