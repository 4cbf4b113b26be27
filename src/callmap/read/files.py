"""Which files: takes a root and its `Settings`, gives the files to index and, for all others, why not.

    walk        names, sizes and times; reads nothing but ignore files (see read/disk.py)
    changed     what must be read again
    read_file   its bytes, or `Skipped` with a reason
    judge       what only the content tells: binary, minified, generated

A directory is passed over when it is ignored, holds other people's code, or is build output: named `build`, `dist`,
`out` or `target`, next to a project file or at the top of a repository, and not itself a package. (Makefiles count at
the root alone: drivers/target in Linux is source, and drivers/Makefile builds it.) That needs only the names in a tree,
so a commit is judged like a working tree. `vendor` and `third_party` are source unless git ignores them. Of `include`
globs, those with a fixed beginning (`build/gen/**`) open passed-over directories on their way; `*.gen.py` does not
search them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from callmap.errors import CallmapError
from callmap.model import FileState
from callmap.read import read_bytes
from callmap.read.disk import RACY_NS, walk
from callmap.read.generated import is_generated
from callmap.read.walker import (
    BINARY,
    FROM_WALK,
    GENERATED,
    MINIFIED,
    REASONS,
    SECRET,
    SECRETS,
    SIZE_LIMIT,
    Found,
    Walk,
    why_not,
)  # fmt: skip

__all__ = [
    "RACY_NS", "REASONS", "SIZE_LIMIT", "Changes", "Found", "Skipped", "Walk", "changed", "judge", "read_file", "walk",
]  # fmt: skip


class Changes(msgspec.Struct, frozen=True):
    """Files to read, and the states of those that hold what they held at the last index."""

    read: list[Found]
    kept: list[FileState]


class Skipped(CallmapError):
    """A file cannot be indexed; `reason` is a key of REASONS."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path!r} is skipped ({reason}). {REASONS[reason]}", path=path, reason=reason)
        self.reason = reason


def changed(files: Iterable[Found], previous: Mapping[str, FileState], started_ns: int) -> Changes:
    """What to read again: new files, those of another size or time (of content, or of anything about them: the one that
    nobody can set back), and those touched when the last index, which started at `started_ns`, was already reading
    (git's racy rule). With other settings (`Settings.digest`) or another
    version of callmap, pass no previous states."""
    read: list[Found] = []
    kept: list[FileState] = []
    racy = started_ns - RACY_NS
    for found in files:
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
    if is_generated(content):
        return GENERATED
    if len(content) > 2000:
        lines = content.count(b"\n") + 1
        if len(content) > 250 * lines and len(content) > 250 * (lines + content.count(b"\r")):
            return MINIFIED
        if b"sourceMappingURL=" in content[-2000:] and max(map(len, content.splitlines()[:-1]), default=0) > 500:
            return MINIFIED
    return ""
