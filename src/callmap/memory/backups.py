"""Backups of a memory: takes its open database, puts copies beside it that are known to be good, and puts them back.

A copy counts only after it was opened as a memory is, read from end to end, and found to hold the same history.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from callmap.errors import NotFound, StoreTrouble
from callmap.store.database import Database, Layout

KEPT = 5
EVERY = 20 * 3600  # seconds

_HISTORY = "SELECT count(*), coalesce(max(seq), 0), coalesce(sum(length(content)), 0) FROM event"


def kept(path: Path) -> list[Path]:
    """The backups of the memory at `path`, the newest first."""
    return sorted(_directory(path).glob("memory-*.db"), reverse=True)


def due(path: Path) -> bool:
    """Whether the newest backup is old enough for another."""
    newest = kept(path)[:1]
    try:
        return not newest or abs(time.time() - newest[0].stat().st_mtime) > EVERY
    except OSError:
        return True


def make(database: Database, layout: Layout) -> Path:
    """A new backup, tested by opening it; more than the newest few are removed."""
    directory = _directory(database.path)
    directory.mkdir(mode=0o700, exist_ok=True)
    place = directory / f"memory-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{time.time_ns() % 10**9:09}.db"
    draft = place.with_suffix(".draft")
    with database.read():
        history = database.rows(_HISTORY)
        database.copy_to(draft)
    try:
        if _tested(draft, layout) != history:
            raise StoreTrouble(f"The backup {draft} does not hold what the memory holds; check the disk.")
        os.replace(draft, place)
    finally:
        draft.unlink(missing_ok=True)
    for old in kept(database.path)[KEPT:]:
        old.unlink(missing_ok=True)
    return place


def renew(database: Database, layout: Layout) -> None:
    """One new backup in the place of all others, which may hold what was forgotten."""
    new = make(database, layout)
    for old in kept(database.path):
        if old != new:
            old.unlink(missing_ok=True)
    drafts = (*_directory(database.path).glob("*.draft*"), *database.path.parent.glob(f".{database.path.name}.*"))
    for draft in drafts:  # of processes that died
        draft.unlink(missing_ok=True)


def set_aside(path: Path) -> list[Path]:
    """What was in the memory's place when a backup was put there."""
    return sorted(path.parent.glob(f"{path.name}.before-*"))


def restore(path: Path, layout: Layout, backup: Path | None = None) -> tuple[Path, Path | None]:
    """Puts a backup (else the newest good one) in the memory's place; (backup, where what was there is kept now)."""
    candidates = [backup] if backup is not None else kept(path)
    if not candidates:
        raise NotFound(f"There is no backup of {path}.", remediation="Import an export, if there is one.")
    trouble: Exception | None = None
    for candidate in candidates:
        try:
            _tested(candidate, layout)
        except StoreTrouble as error:
            trouble = error
            continue
        return candidate, _put(candidate, path, layout)
    raise StoreTrouble(f"No backup of {path} can be used; the last one tried: {trouble}") from trouble


def _put(backup: Path, path: Path, layout: Layout) -> Path | None:
    aside: Path | None = None
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
    for ending in ("-wal", "-shm", ""):  # the journal first: it must never meet another database
        old = Path(f"{path}{ending}")
        if old.exists():
            aside = Path(f"{path}.before-{stamp}{ending}")
            os.replace(old, aside)
    with Database.open(backup, layout, write=False) as good:
        good.copy_to(path)
    return aside


def _tested(backup: Path, layout: Layout) -> list[tuple[int, ...]]:
    with Database.open(backup, layout, write=False) as copy:
        copy.check()
        return copy.rows(_HISTORY)


def _directory(path: Path) -> Path:
    return path.parent / "backups"
