"""Which code made something: takes nothing, gives hashes of callmap's own source.

Facts and units carry them, so that what other code made is made anew, and nobody has to remember to raise a number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable


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


def _hash(*parts: str) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        for source in _sources(resources.files("callmap").joinpath(part)):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources(place: Traversable) -> Iterator[Traversable]:
    if place.name.endswith(".py"):
        yield place
    elif place.name != "__pycache__" and place.is_dir():  # where files come and go while modules are compiled
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
            yield from _sources(entry)
