import logging
import re
from pathlib import Path


def run(s):
    s = "a" + s
    name = str(s).strip().lower()
    name.split(",").append("x")
    re.match("a", name).group(0).upper()
    logging.getLogger("x").info(name)
    Path("a").joinpath("b").exists()
    with open("main.py") as f:
        f.read().splitlines()


run("b")
