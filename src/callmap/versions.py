"""Which code made something: takes nothing, gives hashes of callmap's own source.

Facts and units carry them, so that what other code made is made anew, and nobody has to remember to raise a number.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache

_HERE = os.path.dirname(__file__)


@cache
def extractor_version() -> str:
    """Of the code that makes facts."""
    return _hash("languages", "model.py", "read/extract.py")


@cache
def linker_version() -> str:
    """Of the code that makes units from facts."""
    return _hash("link", "languages", "model.py")


def index_version(settings_digest: str) -> str:
    """Of a whole snapshot: an index with another one is made anew."""
    return f"{code_version()}{settings_digest}"


def code_version() -> str:
    """What the version of every snapshot that this code makes begins with."""
    return f"{extractor_version()} {linker_version()} "


@cache
def walk_version(settings_digest: str) -> str:
    """Of what decides which files are indexed."""
    rules = _hash("read/disk.py", "read/walker.py", "read/ignore.py")
    return f"{rules} {extractor_version()} {settings_digest}"


def _hash(*parts: str) -> str:
    return hashlib.blake2b(b"".join(_digest(os.path.join(_HERE, part)) for part in parts), digest_size=8).hexdigest()


@cache
def _digest(place: str) -> bytes:
    """Of a source file, or of all in a directory."""
    if os.path.isdir(place):
        found = [os.path.join(place, name) for name in sorted(os.listdir(place)) if name != "__pycache__"]
        parts = [_digest(below) for below in found if below.endswith(".py") or os.path.isdir(below)]
        return hashlib.blake2b(b"".join(parts)).digest()
    with open(place, "rb") as file:
        return hashlib.blake2b(file.read()).digest()
