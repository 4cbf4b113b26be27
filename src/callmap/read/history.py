"""The history of a repository: takes a commit, gives the commits before it and which lines of which files each changed.

Read from git's objects through their door: commits, and the hunks between a commit and each of its parents. What a
patch says between its hunk headers is counted and passed over, never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple

from callmap.read import objects
from callmap.read.git import HASH

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)")
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_LONGEST_MESSAGE = 20_000  # bytes
_DIFF = (
    *("diff-tree", "--stdin", "-r", "--root", "--always", "-p", "-U0", "-M", "--no-color", "--no-ext-diff"),
    *("--no-textconv", "--src-prefix=", "--dst-prefix=", "--full-index", "--submodule=short"),
)


class Commit(NamedTuple):
    """A commit. `parents` are those that are walked to: of a history that was narrowed to a path, the nearest that
    changed it."""

    hash: str
    parents: tuple[str, ...]
    author: str = ""
    at_ns: int = 0
    message: str = ""


class Hunk(NamedTuple):
    """Lines that changed: `old_count` lines from `old` on became `new_count` lines from `new` on (1-based). Where a
    count is 0, the other number is the line before."""

    old: int
    old_count: int
    new: int
    new_count: int


class FileChange(NamedTuple):
    """A file that differs from a parent's; `old` or `new` is "" where there was or is none."""

    old: str
    new: str
    hunks: tuple[Hunk, ...]


def commits(shadow: objects.Shadow, head: str, most: int, path: str = "") -> list[Commit]:
    """A commit and those before it, children before parents; of a path only those that changed it."""
    order = ("rev-list", "--topo-order", "--parents", f"--max-count={most}", head, "--", *((path,) if path else ()))
    with objects.lines(shadow, *order) as said:
        listed = [line.decode("ascii").split() for line in said]
    found = {hash: tuple(parents) for hash, *parents in listed}
    return [
        Commit(hash, found[hash], *_about(content))
        for hash, content in _contents(shadow, list(found))
    ]  # fmt: skip


def changes(
    shadow: objects.Shadow, pairs: Iterable[tuple[str, str]], path: str = ""
) -> Iterator[tuple[FileChange, ...]]:
    """What each commit changed, compared with a parent ("" for none), in the order of the pairs."""
    given = [f"{commit} {parent}".rstrip() for commit, parent in pairs]
    with objects.lines(shadow, *_DIFF, "--", *((path,) if path else ()), given=given) as said:
        files: list[FileChange] | None = None
        for line in said:
            if HASH.fullmatch(line.rstrip(b"\n")):
                if files is not None:
                    yield tuple(files)
                files = []
            elif files is not None:
                _read(line, files, said)
        if files is not None:
            yield tuple(files)


def _read(line: bytes, files: list[FileChange], said: IO[bytes]) -> None:
    """One line of a patch: a file's names, or a hunk, whose lines are passed over."""
    if line.startswith(b"diff --git "):
        files.append(FileChange("", "", ()))
    elif not files:
        return
    elif line.startswith((b"--- ", b"rename from ")):
        files[-1] = files[-1]._replace(old=_path(line[4:] if line[0] == 45 else line[12:]))
    elif line.startswith((b"+++ ", b"rename to ")):
        files[-1] = files[-1]._replace(new=_path(line[4:] if line[0] == 43 else line[10:]))
    elif hunk := _HUNK.match(line):
        old, old_count, new, new_count = (int(part) if part is not None else 1 for part in hunk.groups())
        files[-1] = files[-1]._replace(hunks=(*files[-1].hunks, Hunk(old, old_count, new, new_count)))
        left = old_count + new_count
        while left and (content := said.readline()):
            left -= not content.startswith(b"\\")


def _path(text: bytes) -> str:
    """A path as a patch writes it: in quotes if it has odd letters, with a tab behind it if it has spaces."""
    text = text.rstrip(b"\n").removesuffix(b"\t")
    if text == b"/dev/null":
        return ""
    if text.startswith(b'"') and text.endswith(b'"'):
        text = _ESCAPED.sub(_plain, text[1:-1])
    return text.decode("utf-8", "surrogateescape")


def _plain(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8) & 255]) if len(code) == 3 else _LETTERS.get(code, code)


def _contents(shadow: objects.Shadow, hashes: list[str]) -> Iterator[tuple[str, bytes]]:
    with objects.lines(shadow, "cat-file", "--batch", given=hashes) as said:
        for hash in hashes:
            head = said.readline().split()
            if len(head) != 3 or head[1] != b"commit":
                continue  # missing
            yield hash, said.read(int(head[2]))
            said.read(1)


def _about(content: bytes) -> tuple[str, int, str]:
    """(author, when, message) of a commit object, in whatever encoding it says."""
    head, _, message = content.partition(b"\n\n")
    fields = {name: value for name, _, value in (line.partition(b" ") for line in reversed(head.split(b"\n")))}
    author = re.fullmatch(rb"(.*?) ?<([^>]*)> (-?\d{1,12}).*", fields.get(b"author", b""))
    encoding = fields.get(b"encoding", b"utf-8").decode("ascii", "replace")
    try:
        text = message[:_LONGEST_MESSAGE].decode(encoding, "replace")
        name = (author[1] or author[2]).decode(encoding, "replace") if author else ""
    except (LookupError, ValueError):
        text, name = message[:_LONGEST_MESSAGE].decode("utf-8", "replace"), ""
    return name, max(0, int(author[3])) * 10**9 if author else 0, text
