"""SQL files: takes a package and a file of it, gives its text, or its statements by the names they have there."""

from __future__ import annotations

import functools
import re
import sys
from pathlib import Path


def text(package: str, file: str) -> str:
    """`package` is imported by now. (importlib.resources takes longer than to read the file.)"""
    return Path(sys.modules[package].__path__[0], file).read_text("utf-8")


@functools.cache
def blocks(package: str, file: str) -> dict[str, str]:
    """The statements of a file by their names: each stands behind a line `-- name: its_name`."""
    _, *parts = re.split(r"^-- name: (\w+)$", text(package, file), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))
