import json

import logging


def save():
    json.dumps(1)
    logging.info("a")
