"""Where a memory lies: takes a root, gives the `memory.db` of its repository, by a rule that no index knows.

A memory belongs to a repository, wherever that lies: it is named by the first commit of the history that is checked out
(following first parents), so worktrees and clones on one machine share it. Where that is not known (no git, no commit
yet, a shallow clone) it is named by its place, and moves over as soon as the first commit is known. A root below the
top of its work tree has a memory of its own, because its paths count from there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from callmap import config
from callmap.errors import CallmapError
from callmap.memory import backups
from callmap.memory.store import Memory
from callmap.read import git, objects


class Place(NamedTuple):
    """Where a memory lies. `rule` says what it is named by; `before` is where it was before that was known."""

    path: Path
    rule: str
    before: tuple[Path, ...] = ()


def find(root: str) -> Place:
    """The place of the memory of a root's repository. Makes no memory."""
    here = os.path.realpath(root)
    repository = git.find_repository(here)
    by_place = [_path("place", here)]
    if repository is None:
        return Place(by_place[0], "the place of this folder")
    below = os.path.relpath(here, repository.top)
    identity = repository.identity if below == "." else f"{repository.identity}\0{below}"
    by_place.insert(0, _path("place", identity))
    first = _first_commit(root, repository)
    if first is None:
        why = "the place of this repository, whose first commit is not known"
        return Place(by_place[0], why, tuple(by_place[1:]))
    path = _path("commit", first if below == "." else f"{first}\0{below}")
    return Place(path, f"the first commit of this repository, {first[:12]}", tuple(by_place))


@contextlib.contextmanager
def writing(root: str) -> Iterator[Memory]:
    """The memory of a root's repository, begun if there is none."""
    place = find(root)
    _gather(place)
    with Memory.open(place.path, write=True) as memory:
        memory.belongs_to(os.path.realpath(root))
        yield memory


@contextlib.contextmanager
def asking(root: str) -> Iterator[Memory | None]:
    """The memory of a root's repository for reading; None if nothing was ever remembered. Makes nothing."""
    if not _top().is_dir():
        yield None
        return
    place = find(root)
    with contextlib.suppress(CallmapError, OSError):  # then from where it is
        _gather(place)
    there = next((path for path in (place.path, *place.before) if path.parent.exists()), place.path)
    with reading(there) as memory:
        yield memory


@contextlib.contextmanager
def reading(path: Path) -> Iterator[Memory | None]:
    """The memory at `path` for reading, or None if nothing was ever remembered there. Makes nothing."""
    if not path.exists() and not backups.kept(path):
        yield None
        return
    with Memory.open(path, write=False) as memory:
        yield memory


def every() -> list[Path]:
    """The memories of all repositories of this user."""
    return sorted(_top().glob("*/memory.db"))


def _top() -> Path:
    return Path(config.data_directory()) / "memory"


def _path(kind: str, name: str) -> Path:
    return _top() / f"{kind}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:24]}" / "memory.db"


def _gather(place: Place) -> None:
    """What was remembered before the first commit was known goes where it belongs now."""
    for old in place.before:
        if not old.exists():
            continue
        if not place.path.parent.exists():
            os.rename(old.parent, place.path.parent)
            continue
        with Memory.open(old, write=False) as source, Memory.open(place.path, write=True) as target:
            for _ in target.add(source.every(), "moved"):
                pass
        shutil.rmtree(old.parent)


def _first_commit(root: str, repository: git.Repository) -> str | None:
    """The first commit of the history that is checked out. A walk through it is done once; then a note beside the
    memories says what it found, and holds as long as that commit is in the repository."""
    head = git.head_commit(root)
    if head is None or git.read_small(repository.common, "shallow"):
        return None
    note = _top() / "first" / hashlib.sha256(os.fsencode(repository.identity)).hexdigest()[:24]
    try:
        at, first = note.read_text("ascii").split()
    except (OSError, ValueError):
        at, first = "", ""
    if first and at == head:
        return first
    try:
        with objects.shadow(root) as shadow:
            known = first and first in objects.commits(shadow, [first])
            found = first if known else objects.first_commit(shadow, head)
    except CallmapError:  # no git program: by its place, then
        return None
    if found:
        _write(note, f"{head} {found}\n")
    return found


def _write(note: Path, text: str) -> None:
    draft = note.with_name(f".{note.name}.{os.getpid()}")
    with contextlib.suppress(OSError):  # the next one walks again
        _make(note.parent)
        draft.write_text(text, "ascii")
        os.replace(draft, note)


def _make(directory: Path) -> None:
    if not directory.is_dir():
        _make(directory.parent)
        directory.mkdir(mode=0o700, exist_ok=True)
