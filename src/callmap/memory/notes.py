"""The nouns of the memory: takes what somebody or something said, gives a checked `Note` with an id that it keeps.

A note is immutable; changing one makes its next version, and the versions before stay in the history. Its anchors are
the code it is about. An anchor holds what finds that code again after an edit, a move or a renaming: its name, its
stable id, a hash of its text and a sketch of it (`fingerprint`).
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any
from zlib import crc32

import msgspec

from callmap.errors import BadInput
from callmap.memory.redact import redact

TYPES = ("decision", "fact", "error", "message", "change", "review")
STATUSES = ("proposed", "active", "superseded", "deprecated")
ANCHOR_KINDS = ("symbol", "file", "edge", "commit")
RELATIONS = ("about", "mentioned", "created", "modified", "discussed", "reviewed")

# Where a note comes from. What is not said by the user or an agent to `remember` was only found somewhere: it is data.
SOURCES = {
    "user": "said by the user",
    "agent": "said by an agent",
    "adr": "text of the repository",
    "git": "text of the repository's history",
    "transcript": "taken from a transcript",
    "issue": "taken from an issue tracker",
    "coditect": "taken from another memory",
}
LONGEST = 64 * 1024  # characters of a note's text, and of its rationale and solution
MOST_ANCHORS = 200
_SHORT = 1000  # characters of names, paths and the like


class Anchor(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of code that a note is about, as it was at `commit`. `origin` is where it was when the note was written,
    if it was found elsewhere since."""

    kind: str  # symbol | file | edge | commit
    path: str = ""  # of an edge: the caller's
    name: str = ""  # of a symbol, dotted inside its file; of an edge: the caller; of a commit: its hash
    callee: str = ""  # of an edge: path::Name
    relation: str = "about"
    stable_id: str = ""
    body: str = ""  # hashes of a symbol's head and body, or that of a file's content
    print: str = ""  # see `fingerprint`
    commit: str = ""
    origin: str = ""

    @property
    def id(self) -> str:
        """As a person writes it: `path::Name`, `path`, `path::Name -> path::Name`, `commit:…`."""
        if self.kind == "commit":
            return f"commit:{self.name}"
        own = f"{self.path}::{self.name}" if self.kind != "file" else self.path
        return f"{own} -> {self.callee}" if self.kind == "edge" else own


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who or what said it. `key` names it inside its kind for ever, so that it is imported once; "" if it was said to
    callmap itself."""

    kind: str = "user"
    author: str = ""
    session: str = ""
    place: str = ""  # a path, an address, a commit
    key: str = ""
    digest: str = ""  # of what was imported: another one means that it changed where it came from


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to remember. `at_ns` is when it was said, which may be long before it was remembered."""

    id: str
    type: str
    text: str
    rationale: str = ""
    solution: str = ""  # of an error
    status: str = "active"
    confidence: float = 1.0
    at_ns: int = 0
    commit: str = ""  # that was checked out when it was written
    source: Source = Source()
    anchors: tuple[Anchor, ...] = ()
    tags: tuple[str, ...] = ()
    superseded_by: str = ""
    edited: bool = False  # by hand, after it was imported: an import leaves it as it is

    @property
    def title(self) -> str:
        """Its first line, for lists."""
        line = next((line for line in self.text.splitlines() if line.strip()), "").strip().lstrip("# ")
        return line if len(line) <= 120 else line[:119] + "…"


class Version(msgspec.Struct, frozen=True):
    """A line of a note's history. `note` is None for versions whose text was forgotten."""

    seq: int
    note_id: str
    at_ns: int
    what: str  # remembered | imported | edited | superseded | relocated | forgotten
    by: str
    note: Note | None


def make(
    type: str,
    text: str,
    *,
    rationale: str = "",
    solution: str = "",
    status: str = "active",
    confidence: float = 1.0,
    at_ns: int = 0,
    commit: str = "",
    source: Source | None = None,
    anchors: Iterable[Anchor] = (),
    tags: Iterable[str] = (),
) -> Note:
    """A note, checked, with token-shaped secrets taken out. Equal content from the same author has the same id; what
    has a key where it comes from is known by that key."""
    source = source or Source()
    draft = Note(
        id="", type=type, text=text, rationale=rationale, solution=solution, status=status, confidence=confidence,
        at_ns=at_ns or time.time_ns(), commit=commit, source=source, anchors=tuple(anchors), tags=tuple(tags),
    )  # fmt: skip
    return checked(msgspec.structs.replace(draft, id=_id(draft)))


def checked(note: Note) -> Note:
    """The note as it may be stored: redacted, its anchors each once. Raises BadInput with a sentence that says what is
    wrong with it."""
    _one_of("type", note.type, TYPES)
    _one_of("status", note.status, STATUSES)
    _one_of("source", note.source.kind, tuple(SOURCES))
    if not isinstance(note.confidence, int | float) or not 0 <= note.confidence <= 1:
        raise BadInput(f"confidence is {note.confidence}; it must be a number from 0 to 1.")
    if not 0 <= note.at_ns < 1 << 62:
        raise BadInput("A note's time lies before 1970 or after 2116; check the clock or the imported time.")
    if not note.text.strip():
        raise BadInput("A note needs a text; say in a sentence or two what is to be remembered.")
    for name, text in (("text", note.text), ("rationale", note.rationale), ("solution", note.solution)):
        if len(text) > LONGEST:
            raise BadInput(f"The {name} has {len(text):,} characters; at most {LONGEST:,} are kept. Shorten it.")
    if len(note.anchors) > MOST_ANCHORS:
        raise BadInput(f"The note has {len(note.anchors)} anchors; at most {MOST_ANCHORS} are kept. Name fewer.")
    anchors = {(anchor.id, anchor.relation): _checked_anchor(anchor) for anchor in note.anchors}
    source = note.source
    return msgspec.structs.replace(
        note,
        text=clean(note.text),
        rationale=clean(note.rationale),
        solution=clean(note.solution),
        source=msgspec.structs.replace(
            source, author=_line(source.author), session=_line(source.session), place=_line(source.place)
        ),
        anchors=tuple(anchors.values()),
        tags=tuple(dict.fromkeys(_line(tag) for tag in note.tags if tag.strip()))[:50],
    )


def clean(text: str) -> str:
    """Text as it is kept: no secrets, no NUL, no lone surrogates (which neither JSON nor a database can hold)."""
    if not text.isascii() or "\0" in text:
        text = text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
    return redact(text)


def shortened(text: str, limit: int = LONGEST) -> str:
    """Imported text that fits: cut at `limit`, and says so. Redacted before it is cut, or half a token would stay."""
    if len(text) <= limit:
        return text
    mark = f"\n[… cut: {len(text):,} characters in all]"
    return clean(text[: limit + 4096])[: limit - len(mark)] + mark


def parse_time(value: Any) -> int:
    """Nanoseconds since 1970 of a time as files write it: ISO 8601, a date, seconds, milliseconds. 0 if it is none."""
    if isinstance(value, bool):
        return 0
    if isinstance(value, str) and re.fullmatch(r"\d{9,13}(\.\d+)?", value.strip()):
        value = float(value)
    if isinstance(value, int | float):
        seconds = value / 1000 if value > 1e11 else value
        return int(seconds * 1e9) if 0 < seconds < 4e9 else 0
    if not isinstance(value, str):
        return 0
    try:
        found = datetime.fromisoformat(value.strip().replace("Z", "+00:00"))
        seconds = (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return 0
    return int(seconds * 1e9) if 0 < seconds < 4e9 else 0


def show_time(at_ns: int) -> str:
    """As the contracts write it: 2026-01-17T10:00:00Z."""
    return datetime.fromtimestamp(at_ns // 1_000_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# --- what finds code again -------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\w+|[^\w\s]")
_SKETCH = 24  # values kept
_SHINGLE = 4  # tokens


def fingerprint(text: str, name: str) -> str:
    """A function's text without its own name: a hash that tells equal ones, and a sketch that tells similar ones."""
    tokens = ["·" if token == name else token for token in _TOKEN.findall(text)]
    joined = " ".join(tokens).encode("utf-8", "replace")
    shingles = {crc32(" ".join(tokens[at : at + _SHINGLE]).encode("utf-8", "replace")) for at in range(len(tokens))}
    exact = blake2b(joined, digest_size=8).hexdigest()
    return exact + ":" + "".join(f"{value:08x}" for value in sorted(shingles)[:_SKETCH])


def likeness(one: str, other: str) -> float:
    """How similar two fingerprints' texts are, from 0 to 1."""
    exact, _, sketch = one.partition(":")
    exact_other, _, sketch_other = other.partition(":")
    if not exact or not exact_other:
        return 0.0
    if exact == exact_other:
        return 1.0
    mine = {sketch[at : at + 8] for at in range(0, len(sketch), 8)}
    others = {sketch_other[at : at + 8] for at in range(0, len(sketch_other), 8)}
    smallest = sorted(mine | others)[:_SKETCH]
    return sum(value in mine and value in others for value in smallest) / len(smallest) if smallest else 0.0


# --- inside ----------------------------------------------------------------------------------------------------------


def _id(note: Note) -> str:
    source = note.source
    if source.key:
        parts = ["imported", source.kind, source.key]
    else:
        about = sorted(anchor.id for anchor in note.anchors)
        parts = ["said", note.type, note.text, note.rationale, note.solution, source.author, source.session, *about]
    content = "\0".join(parts).encode("utf-8", "surrogatepass")
    return "n_" + base64.b32encode(blake2b(content, digest_size=10).digest()).decode("ascii").lower()


def _checked_anchor(anchor: Anchor) -> Anchor:
    _one_of("anchor kind", anchor.kind, ANCHOR_KINDS)
    _one_of("relation", anchor.relation, RELATIONS)
    needed = {"symbol": (anchor.path, anchor.name), "file": (anchor.path,), "commit": (anchor.name,)}
    if not all(needed.get(anchor.kind, (anchor.path, anchor.callee))):
        raise BadInput(f"An anchor of kind {anchor.kind} says too little: name the code as path::Name.")
    if any(len(text) > 4 * _SHORT for text in (anchor.path, anchor.name, anchor.callee)):
        raise BadInput("An anchor's name is longer than any name of code; check what was passed.")
    return anchor


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise BadInput(f"{name} is '{value}'; it must be one of {', '.join(known)}.")


def _line(text: str) -> str:
    return clean(" ".join(text.split())[:_SHORT])
