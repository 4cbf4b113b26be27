"""What git tracks: takes a root, gives the paths that the repository's index lists, read as plain data.

Ignore rules say nothing of these (git's own rule), so they are source though a rule fits them. What is missing, damaged
or not understood lists nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from callmap.read.git import LARGE, Repository, below_top, find_repository, read_small, uses_sha256

Mark = tuple[int, int, int, int]  # of the index file: device, number, time and size; git puts a new one in its place
NO_INDEX: Mark = (0, 0, 0, 0)


class Tracked(NamedTuple):
    """Paths below a root, with `/`. Directories, "" or with a final slash, have the names of those in them."""

    files: frozenset[str] = frozenset()
    directories: Mapping[str, set[str]] = {}


def mark(root: str) -> Mark:
    """Stays the same for as long as the index does."""
    repository = find_repository(root)
    try:
        status = os.lstat(os.path.join(repository.directory, "index")) if repository is not None else None
    except OSError:
        status = None
    return NO_INDEX if status is None else (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def tracked(root: str, at: Mark) -> Tracked:
    """What the index lists below a root; `at` is its `mark`, which says whether that is known already."""
    repository = find_repository(root) if at != NO_INDEX else None
    if repository is None:
        return Tracked()
    inside = os.fsencode(below_top(root))
    inside += b"/" if inside else b""
    files = [os.fsdecode(n[len(inside) :]) for n in _names(repository, 32 if uses_sha256(root) else 20, inside)]
    directories: dict[str, set[str]] = {"": set()}
    for file in files:
        below, above = "", file.rpartition("/")[0]
        while above and f"{above}/" not in directories:
            directories[f"{above}/"] = {below} if below else set()
            above, _, below = above.rpartition("/")
        if below:
            directories[f"{above}/" if above else ""].add(below)
    return Tracked(frozenset(files), directories)


def _names(repository: Repository, width: int, inside: bytes) -> Iterator[bytes]:
    """Of the index, and of the one that it may share most entries with."""
    content = read_small(repository.directory, "index", LARGE) or b""
    names, end = _entries(content, width)
    shared = b""
    if content[end : end + 4] == b"link":
        name = f"sharedindex.{content[end + 8 : end + 8 + width].hex()}"
        shared = read_small(repository.directory, name, LARGE) or b""
    for each in (*names, *_entries(shared, width)[0]):
        if each.startswith(inside):
            yield each


def _entries(content: bytes, width: int) -> tuple[list[bytes], int]:
    """The names in an index file of version 2, 3 or 4, and where its entries end."""
    version, count = int.from_bytes(content[4:8]), int.from_bytes(content[8:12])
    if content[:4] != b"DIRC" or version not in (2, 3, 4):
        return [], 0
    names: list[bytes] = []
    at, name = 12, b""
    for _ in range(count):
        flags = at + 40 + width  # after times, numbers, mode, size and hash
        if flags >= len(content):
            break
        start = flags + (4 if content[flags] & 0x40 else 2)
        if version == 4:
            dropped, start = _number(content, start)
        end = content.find(b"\0", start)
        if end < 0:
            break
        if version == 4:  # the name before, without its end, and what comes instead
            name = name[: len(name) - dropped] + content[start:end]
            at = end + 1
        else:
            name = content[start:end]
            at += (end - at) // 8 * 8 + 8
        if name:  # none: an entry of the shared index, of which something else differs
            names.append(name)
    return names, at


def _number(content: bytes, at: int) -> tuple[int, int]:
    """A number in as many bytes as it needs, and where it ends."""
    value, more = -1, True
    while more and at < len(content):
        value = ((value + 1) << 7) | (content[at] & 0x7F)
        more = content[at] >= 0x80
        at += 1
    return max(value, 0), at
