"""What callmap keeps on disk: takes the data directory, gives each repository's index and its size; removes one.

It knows of indexes alone: they are derived, and can be made again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from callmap import config
from callmap.errors import CallmapError, NotFound
from callmap.store.lock import only_writer

INDEX_FILES = ("index.db", "index.db-wal", "index.db-shm", "index.db-journal", "index.lock")


class Kept(NamedTuple):
    """One repository's index."""

    name: str  # its directory
    path: Path
    size: int
    trees: list[str]  # working trees that were indexed into it
    refs: int  # commits that were
    finished_ns: int  # when the newest of them was
    trouble: str  # why it cannot be read, if it cannot


def kept() -> list[Kept]:
    """All indexes, the largest first."""
    place = Path(config.data_directory())
    if not place.is_dir():
        return []
    found = [_kept(path) for path in sorted(place.glob("*/index.db"))]
    return sorted(found, key=lambda one: (-one.size, one.name))


def meant(text: str) -> list[Kept]:
    """The indexes that a person means: by a directory inside a project, by its name, or by part of a path that is gone.
    Raises NotFound."""
    everything = kept()
    place = os.path.realpath(os.path.expanduser(text))
    tests: tuple[Callable[[Kept], bool], ...] = (
        lambda one: text == one.name or place in one.trees,
        lambda one: os.path.isdir(place) and str(one.path) == _database(place),
        lambda one: any(os.path.basename(tree) == text for tree in one.trees),
    )
    for fits in tests:
        if found := [one for one in everything if fits(one)]:
            return found
    known = "\n".join(f"  {one.trees[0] if one.trees else one.name}" for one in everything[:20])
    more = f" What is kept:\n{known}" if known else " Nothing is kept."
    raise NotFound(f"No index is kept of '{text}'.{more}", remediation="`callmap du` lists all that is kept.")


def forget(one: Kept) -> int:
    """Removes the index, and gives how many bytes that were. Raises IndexBusy if it is being written."""
    with only_writer(one.path, patience=2.0):
        for name in INDEX_FILES:
            (one.path.parent / name).unlink(missing_ok=True)
        for lease in one.path.parent.glob("watch-*"):
            lease.unlink(missing_ok=True)
    with suppress(OSError):  # something else is kept beside it
        one.path.parent.rmdir()
    return one.size


def _kept(path: Path) -> Kept:
    from callmap.store.store import Index

    size = sum(one.stat().st_size for one in _files(path))
    try:
        with Index.open(path, write=False) as store:
            snapshots = store.snapshots()
    except CallmapError as error:
        return Kept(path.parent.name, path, size, [], 0, 0, error.message)
    trees = sorted({row.tree for row in snapshots if row.tree})
    newest = max((row.finished_ns for row in snapshots), default=0)
    return Kept(path.parent.name, path, size, trees, sum(not row.tree for row in snapshots), newest, "")


def _files(path: Path) -> Iterator[Path]:
    for name in INDEX_FILES:
        one = path.parent / name
        if one.exists():
            yield one


def _database(place: str) -> str:
    try:
        return config.database_path(config.find_root(place))
    except CallmapError:
        return ""
