"""Which files: takes a root and its `Settings`, gives the files to index and, for all others, why not.

    walk        names, sizes and times; reads nothing but ignore files
    changed     what must be read again
    read_file   its bytes, or `Skipped` with a reason
    judge       what only the content tells: binary, minified, generated

A directory is passed over when it is ignored, holds other people's code, or is build output: named `build`, `dist`,
`out` or `target`, next to a project file, and not itself a package. That needs only the names in a tree, so a commit
is judged like a working tree. `vendor` and `third_party` are source unless git ignores them. Of `include` globs, those
with a fixed beginning (`build/gen/**`) open passed-over directories on their way; `*.gen.py` does not search them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import msgspec

from callmap import languages
from callmap.config import Settings
from callmap.errors import CallmapError, ProjectNotFound
from callmap.model import FileState
from callmap.read import BY_DESCRIPTOR, DIRECTORY_FLAGS, ignore, read_at, read_bytes
from callmap.read.walker import (
    BINARY,
    FROM_WALK,
    GENERATED,
    GENERATED_MARKS,
    MINIFIED,
    REASONS,
    SECRET,
    SECRETS,
    SIZE_LIMIT,
    Directory,
    Found,
    Recognise,
    Walk,
    Walker,
    why_not,
)  # fmt: skip

__all__ = ["REASONS", "SIZE_LIMIT", "Changes", "Found", "Skipped", "Walk", "changed", "judge", "read_file", "walk"]

RACY_NS = 2_000_000_000  # the coarsest time stamps in use (FAT) are two seconds apart


class Changes(msgspec.Struct, frozen=True):
    """Files to read, and the states of those that hold what they held at the last index."""

    read: list[Found]
    kept: list[FileState]


class Skipped(CallmapError):
    """A file cannot be indexed; `reason` is a key of REASONS."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path!r} is skipped ({reason}). {REASONS[reason]}", path=path, reason=reason)
        self.reason = reason


def walk(root: str, settings: Settings, recognise: Recognise = languages.recognise) -> Walk:
    """All files below `root` that a language recognises, sorted out by the rules of this module's docstring. Raises
    ProjectNotFound if the root cannot be opened: that is not an empty tree."""
    walker = _OnDisk(settings, recognise)
    try:
        top: int | str = os.open(root, DIRECTORY_FLAGS & ~getattr(os, "O_NOFOLLOW", 0)) if BY_DESCRIPTOR else root
    except OSError as error:
        raise ProjectNotFound(
            f"{root} cannot be read ({error.strerror}); what was indexed of it is kept.",
            remediation="Bring it back to its place, or name another root.",
        ) from None
    start = Directory("", "", ignore.ignore_files_above(root), "", "", False)
    open_directories = [(top, walker.visit(top, start))]
    try:
        while open_directories:
            place, rest = open_directories[-1]
            try:
                below = next(rest, None)
                child = _open(place, below.name) if below else None
            except OSError as error:  # it cannot be listed, or not be opened
                walker.pass_over(why_not(error))
                continue
            if below is None or child is None:
                open_directories.pop()
                _close(place)
                continue
            open_directories.append((child, walker.visit(child, below)))
    finally:
        for place, _ in open_directories:
            _close(place)
    return walker.done()


def changed(seen: Walk, previous: Mapping[str, FileState], started_ns: int) -> Changes:
    """What to read again: new files, those of another size or time (of content, or of anything about them: the one that
    nobody can set back), and those touched when the last index, which started at `started_ns`, was already reading
    (git's racy rule). With other settings (`Settings.digest`) or another
    version of callmap, pass no previous states."""
    read: list[Found] = []
    kept: list[FileState] = []
    racy = started_ns - RACY_NS
    for found in seen.files:
        state = previous.get(found.path)
        if (
            state is None
            or state.mtime_ns != found.mtime_ns
            or (state.ctime_ns and state.ctime_ns != found.ctime_ns)
            or state.size != found.size
            or found.mtime_ns >= racy
            or state.language != found.language
            or state.reason in FROM_WALK
        ):
            read.append(found)
        else:
            kept.append(state)
    return Changes(read, kept)


def read_file(root: str, path: str) -> bytes:
    """The bytes of a file below the root, at most SIZE_LIMIT. Raises `Skipped`; follows no link and never blocks."""
    if SECRETS.fullmatch(path.rpartition("/")[2]):
        raise Skipped(path, SECRET)
    try:
        return read_bytes(root, path, SIZE_LIMIT)
    except (OSError, ValueError) as error:
        raise Skipped(path, why_not(error)) from None


def judge(found: Found, content: bytes) -> str:
    """Why this content is not indexed, or "". Project files (whose dialect is their name) may have any layout."""
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return BINARY
    if found.included or found.dialect == found.path.rpartition("/")[2]:
        return ""
    head = content[:2048]
    if b"generated" in head.lower() and GENERATED_MARKS.search(head):
        return GENERATED
    if len(content) > 2000:
        if len(content) > 250 * (content.count(b"\n") + content.count(b"\r") + 1):
            return MINIFIED
        if b"sourceMappingURL=" in content[-2000:] and max(map(len, content.splitlines()[:-1]), default=0) > 500:
            return MINIFIED
    return ""


class _OnDisk(Walker):
    """A place is an open directory's descriptor; where there are none, its path."""

    def entries(self, place: int | str) -> list[Any]:
        with os.scandir(place) as listing:
            return list(listing)

    def ignore_file(self, place: int | str, path: str) -> tuple[ignore.IgnoreFile, ...]:
        """Nothing if it is a link, unreadable or enormous."""
        try:
            at = place if isinstance(place, int) else None
            content = read_at(at, ".gitignore" if at is not None else f"{place}/.gitignore", ignore.IGNORE_LIMIT)
        except OSError:
            return ()
        return (ignore.IgnoreFile(ignore.compile_rules(content), len(path), ""),)


def _open(place: int | str, name: str) -> int | str:
    """The directory `name` in an open directory; where there are no such descriptors, its path."""
    return os.open(name, DIRECTORY_FLAGS, dir_fd=place) if isinstance(place, int) else f"{place}/{name}"


def _close(place: int | str) -> None:
    if isinstance(place, int):
        os.close(place)
