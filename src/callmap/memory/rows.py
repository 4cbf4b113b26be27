"""Notes as rows and back: takes notes and questions, gives what the memory's tables hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from callmap.memory.notes import Anchor, Note
from callmap.store.rows import number, restored, stored, symbol_key

_DECODE = msgspec.json.Decoder(Note)
_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def file_key(path: str) -> int:
    """The key of a file's anchors."""
    return number(b"file\0" + path.encode("utf-8", "surrogatepass"))


def commit_key(commit: str) -> int:
    return number(b"commit\0" + commit.encode("utf-8", "surrogatepass"))


def place(anchor: Anchor) -> dict[str, Any]:
    """What tells a place from others; anchors that differ only in the rest share it."""
    other = 0
    if anchor.kind == "file":
        key = file_key(anchor.path)
    elif anchor.kind == "commit":
        key = commit_key(anchor.name)
    else:
        key = symbol_key(anchor.path, anchor.name)
    if anchor.kind == "edge":
        path, _, name = anchor.callee.partition("::")
        other = symbol_key(path, name)
    return {"kind": anchor.kind, "key": key, "other": other, "stable": anchor.stable_id}


def names(note: Note) -> str:
    """Names as they are and in their parts, so that `search` finds `hybrid_search` and `HybridSearch`."""
    names = {word for anchor in note.anchors for word in _WORD.findall(anchor.id)}
    names.update(word for word in _WORD.findall(note.text) if "_" in word or not (word.islower() or word.istitle()))
    parts = {part for name in names for part in _PARTS.findall(name) if part != name}
    return stored(" ".join(sorted(names | parts)))


def words(query: str) -> list[str]:
    return [stored(word) for word in _WORD.findall(query)][:32]


def packed(note: Note) -> str:
    return msgspec.json.encode(_each_anchor(note, stored)).decode()


def unpacked(content: str) -> Note:
    return restored_note(_DECODE.decode(content))


def restored_note(note: Note) -> Note:
    """A note that was decoded from what `packed` made."""
    return _each_anchor(note, restored)


def _each_anchor(note: Note, change: Callable[[str], str]) -> Note:
    """A path or name that is not UTF-8 travels in another form."""
    if all(anchor.id.isascii() and anchor.origin.isascii() for anchor in note.anchors):
        return note
    anchors = tuple(
        msgspec.structs.replace(
            anchor, path=change(anchor.path), name=change(anchor.name), callee=change(anchor.callee),
            origin=change(anchor.origin),
        )
        for anchor in note.anchors
    )  # fmt: skip
    return msgspec.structs.replace(note, anchors=anchors)
