"""What notes are imported from. A source takes a path, gives `Draft`s one by one, and lists what it could not use.

Everything is read as a stream, bounded in memory: nothing here trusts what it reads, and nothing stops at what it does
not understand.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import IO, Any

import msgspec

from callmap.errors import BadInput

LONGEST_LINE = 32 << 20  # bytes of one line or object; a longer one is passed over
_CHUNK = 1 << 20
_MOST_PROBLEMS = 1000

Progress = Callable[[str, int, int], None]  # stage, bytes or things done, in all


class Edit(msgspec.Struct, frozen=True):
    """A change that a transcript tells of: the text that came in, and whether the file came with it."""

    path: str
    text: str
    relation: str = "modified"  # created | modified | reviewed


class Meant(msgspec.Struct, frozen=True):
    """A symbol that a source knows a note to be about. `since`: it has changed since then, as the source knows."""

    path: str
    name: str
    relation: str
    since: bool = False


class Draft(msgspec.Struct, frozen=True):
    """A note before it is linked to code: what it says, and what tells which code it is about."""

    type: str
    text: str
    kind: str  # of its source
    key: str  # names it there for ever
    rationale: str = ""
    solution: str = ""
    status: str = "active"
    confidence: float = 1.0
    at_ns: int = 0
    commit: str = ""
    author: str = ""
    session: str = ""
    place: str = ""
    tags: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()  # text to look for mentions in, if other than the note's own
    symbols: tuple[Meant, ...] = ()
    files: tuple[tuple[str, str], ...] = ()  # (path, relation)
    edits: tuple[Edit, ...] = ()
    commits: tuple[str, ...] = ()
    relation: str = "mentioned"
    id: str = ""  # of the note, if it was one of ours before

    @property
    def digest(self) -> str:
        """Of all that the source says; which code it is linked to does not count, as that depends on the code, too."""
        said = {name: value for name, value in msgspec.to_builtins(self).items() if name not in ("symbols", "files")}
        content = msgspec.json.encode(_plain(said))
        return blake2b(content, digest_size=8).hexdigest()


class Problem(msgspec.Struct, frozen=True):
    """Something that was not imported, and why."""

    place: str  # file, or file:line
    reason: str


class Found:
    """What an import passed over, and what it saw: every kind is counted, the first problems are listed."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.problems: list[Problem] = []
        self.counts: Counter[str] = Counter()
        self._progress = progress

    def problem(self, place: str, reason: str) -> None:
        self.counts["problems"] += 1
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(Problem(place, reason))

    def progress(self, stage: str, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(stage, done, total)


def open_file(path: str) -> IO[bytes]:
    """A file that the user named, for reading; BadInput if there is none."""
    try:
        if not os.path.isfile(path):
            raise BadInput(f"'{path}' is not a file; name a file to import.")
        return open(path, "rb")
    except (OSError, ValueError) as error:
        raise BadInput(f"'{path}' cannot be read ({getattr(error, 'strerror', None) or error}).") from None


def json_lines(path: str, found: Found) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number, object) of a file of JSON lines. A half-written, huge or foreign line is a problem, no more."""
    name = os.path.basename(path)
    with open_file(path) as file:
        size, done, number = os.fstat(file.fileno()).st_size, 0, 0
        while line := file.readline(LONGEST_LINE):
            number += 1
            done += len(line)
            if len(line) >= LONGEST_LINE and not line.endswith(b"\n"):
                while (rest := file.readline(_CHUNK)) and not rest.endswith(b"\n"):
                    done += len(rest)
                found.problem(f"{name}:{number}", f"the line has more than {LONGEST_LINE >> 20} MB")
                continue
            if number % 500 == 0 or done == size:
                found.progress("reading", done, size)
            if not line.strip():
                continue
            value = _parsed(line)
            if isinstance(value, dict):
                yield number, value
            else:
                found.problem(f"{name}:{number}", value if isinstance(value, str) else "the line is not a JSON object")


def json_objects(path: str, found: Found) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number, object) of a JSON file: an array of objects, one object that holds such an array, or JSON lines. The
    array may have any size: it is read object by object, and one that is cut off gives what stands before the cut."""
    with open_file(path) as file:
        head = file.read(_CHUNK).lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"["):
        yield from _array(path, found)
        return
    name = os.path.basename(path)
    if head.startswith(b"{") and os.path.getsize(path) <= LONGEST_LINE:
        with open_file(path) as file:
            value = _parsed(file.read())
        if isinstance(value, dict):
            lists = [v for v in value.values() if isinstance(v, list) and v and isinstance(v[0], dict)]
            listed = lists[0] if lists and value.keys().isdisjoint(("type", "title", "text")) else [value]
            for number, item in enumerate(listed, 1):
                if isinstance(item, dict):
                    yield number, item
                else:
                    found.problem(f"{name}#{number}", "it is not a JSON object")
            return
    yield from json_lines(path, found)


def _array(path: str, found: Found) -> Iterator[tuple[int, dict[str, Any]]]:
    name, size, decoder, number = os.path.basename(path), os.path.getsize(path), json.JSONDecoder(), 0
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        buffer, at, done = file.read(_CHUNK).lstrip(), 1, _CHUNK
        while True:
            while at < len(buffer) and buffer[at] in " \t\r\n,":
                at += 1
            if at < len(buffer) and buffer[at] == "]":
                return
            try:
                value, at = decoder.raw_decode(buffer, at)
            except (ValueError, RecursionError) as error:
                left = len(buffer) - at
                more = "" if left > LONGEST_LINE or isinstance(error, RecursionError) else file.read(max(_CHUNK, left))
                if not more:
                    why = f"it is not valid JSON, is nested too deeply, or has more than {LONGEST_LINE >> 20} MB"
                    cut = left <= LONGEST_LINE and not file.read(1)
                    found.problem(
                        f"{name}#{number + 1}", f"{'the file ends inside it' if cut else why}; nothing follows"
                    )
                    return
                done += len(more)
                found.progress("reading", min(done, size), size)
                buffer, at = buffer[at:] + more, 0
                continue
            number += 1
            if isinstance(value, dict):
                yield number, value
            else:
                found.problem(f"{name}#{number}", "it is not a JSON object")


def _parsed(content: bytes) -> Any:
    """The value of a piece of JSON, or why it has none, as a string."""
    try:
        value = msgspec.json.decode(content)
    except msgspec.DecodeError as error:
        try:
            value = json.loads(content.decode("utf-8", "replace"))  # lone surrogates, NaN
        except (ValueError, RecursionError):
            return f"the line is not valid JSON ({str(error)[:100]})"
    except RecursionError:
        return "the line is nested too deeply"
    return value if not isinstance(value, str) else ["a string"]


def _plain(value: Any) -> Any:
    """Without lone surrogates, which JSON cannot hold."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def text_of(value: Any, *names: str) -> str:
    """The first of these fields that is a non-empty text; numbers count as text."""
    for name in names:
        field = value.get(name) if isinstance(value, dict) else None
        if isinstance(field, str) and field.strip():
            return field
        if isinstance(field, int | float) and not isinstance(field, bool):
            return str(field)
    return ""
