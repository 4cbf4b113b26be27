import os
from pathlib import Path

MODES = {"fast": 1, "slow": 2}


def start():
    pass


def run():
    set([1]).union({2}).add(3)
    tuple([1]).count(1)
    frozenset([1]).difference([2]).copy()
    for mode in MODES:
        mode.upper()
    for mode, _ in MODES.items():
        mode.lower()
    for path in Path(".").iterdir():
        path.parent.exists()
        path.name.lower()
    os.path.splitext("a.b")[0].upper()
    os.getenv("HOME").strip()
    len("a").bit_length()
    for step in tuple([start]):
        step()


run()
