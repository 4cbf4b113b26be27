"""Which code made something: takes nothing, gives hashes of callmap's own source.

Facts and units carry them, so that what other code made is made anew, and nobody has to remember to raise a number.
A built package carries the hashes of its parts: to read some 150 files would take each of its commands several ms.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache

_HERE = os.path.dirname(__file__)
_EXTRACTING = ("languages", "model.py", "parts.py", "read/extract.py", "read/generated.py", "read/text.py")
_LINKING = ("link", "languages", "model.py", "parts.py")
_WALKING = ("read/disk.py", "read/walker.py", "read/ignore.py")
_BUILT = "built.json"  # what `digests` gave when the package was built


@cache
def extractor_version() -> str:
    """Of the code that makes facts."""
    return _hash(_EXTRACTING)


@cache
def linker_version() -> str:
    """Of the code that makes units from facts."""
    return _hash(_LINKING)


def index_version(settings_digest: str) -> str:
    """Of a whole snapshot: an index with another one is made anew."""
    return f"{code_version()}{settings_digest}"


def code_version() -> str:
    """What the version of every snapshot that this code makes begins with."""
    return f"{extractor_version()} {linker_version()} "


@cache
def walk_version(settings_digest: str) -> str:
    """Of what decides which files are indexed."""
    return f"{_hash(_WALKING)} {extractor_version()} {settings_digest}"


def digests() -> dict[str, str]:
    """The hash of each part of the code that versions are made of."""
    return {part: _digest(os.path.join(_HERE, part)).hex() for part in (*_EXTRACTING, *_LINKING, *_WALKING)}


def _hash(parts: tuple[str, ...]) -> str:
    known = _built()
    return hashlib.blake2b(b"".join([bytes.fromhex(known[part]) for part in parts]), digest_size=8).hexdigest()


@cache
def _built() -> dict[str, str]:
    try:
        with open(os.path.join(_HERE, _BUILT), "rb") as file:
            return json.load(file)  # type: ignore[no-any-return]
    except FileNotFoundError:  # it runs from its source, which may change
        return digests()


@cache
def _digest(place: str) -> bytes:
    """Of a source file, or of all in a directory."""
    if os.path.isdir(place):
        found = [os.path.join(place, name) for name in sorted(os.listdir(place)) if name != "__pycache__"]
        parts = [_digest(below) for below in found if below.endswith(".py") or os.path.isdir(below)]
        return hashlib.blake2b(b"".join(parts)).digest()
    with open(place, "rb") as file:
        return hashlib.blake2b(file.read()).digest()
