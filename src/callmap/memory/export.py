"""Notes as files: takes notes, gives JSON lines or Markdown with front matter, fit to be kept in git; reads both back.

What is written and read back is the same note. A Markdown file that a person wrote, without an id, is a new note.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from callmap.errors import BadInput
from callmap.memory import rows
from callmap.memory.notes import TYPES, Note, checked, make, parse_time, show_time
from callmap.memory.sources import Found, json_lines

_RATIONALE, _SOLUTION = "<!-- rationale -->", "<!-- solution -->"
_MARK = re.compile(r"(?m)^(\\*)(<!-- (?:rationale|solution) -->)$")
_FIELD = re.compile(r"([a-z_]+): (.*)")
_LARGEST = 4 << 20  # bytes of one Markdown file
_TEXTS = ("text", "rationale", "solution")


def as_lines(notes: Iterable[Note]) -> Iterator[str]:
    """A line of JSON for each note."""
    return map(rows.packed, notes)


def as_markdown(note: Note) -> str:
    """A note as a file: its fields as front matter (each a JSON value, which YAML reads too), its texts below."""
    fields = {name: value for name, value in json.loads(rows.packed(note)).items() if name not in _TEXTS}
    fields["date"] = show_time(note.at_ns)
    head = "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
    body = _escaped(note.text)
    for mark, text in ((_RATIONALE, note.rationale), (_SOLUTION, note.solution)):
        body += f"\n\n{mark}\n\n{_escaped(text)}" if text else ""
    return f"---\n{head}\n---\n\n{body}\n"


def file_name(note: Note) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", note.title.lower())[:50].strip("-")
    return f"{note.type}/{show_time(note.at_ns)[:10]}-{slug or 'note'}-{note.id}.md"


def write_markdown(notes: Iterable[Note], directory: Path) -> int:
    """Writes a file for each note, in the place of an older one of the same note; how many."""
    count = 0
    for note in notes:
        place = directory / file_name(note)
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in directory.glob(f"*/*-{note.id}.md"):
            if old != place:
                old.unlink()
        place.write_text(as_markdown(note), "utf-8", newline="")
        count += 1
    return count


def read_lines(path: str, found: Found) -> Iterator[Note]:
    """The notes of a file of JSON lines; what is none is a problem."""
    for number, value in json_lines(path, found):
        note = _note(value, f"{os.path.basename(path)}:{number}", found)
        if note is not None:
            yield note


def read_markdown(paths: Iterable[str], found: Found) -> Iterator[Note]:
    """The notes of Markdown files with front matter."""
    for path in paths:
        name = os.path.basename(path)
        try:
            with open(path, encoding="utf-8-sig", newline="") as file:
                text = file.read(_LARGEST + 1)
        except (OSError, ValueError) as error:
            found.problem(name, f"it cannot be read ({error})")
            continue
        value = _fields(text)
        if len(text) > _LARGEST or value is None:
            found.problem(name, "it is no note: there are no fields between two --- lines at its top, or it is huge")
            continue
        note = _note(value, name, found)
        if note is not None:
            yield note


def is_note(value: dict[str, Any]) -> bool:
    return value.get("type") in TYPES and isinstance(value.get("text"), str) and "message" not in value


def is_markdown(path: str) -> bool:
    """Whether a file begins like a note of ours."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            fields = _fields(file.read(1 << 16))
    except (OSError, ValueError):
        return False
    return fields is not None and is_note(fields) and ("id" in fields or "source" in fields)


def _note(value: dict[str, Any], place: str, found: Found) -> Note | None:
    value = dict(value)
    date = value.pop("date", None)
    try:
        if not value.get("id"):
            wanted = {name: value[name] for name in (*_TEXTS[1:], "status", "confidence", "tags") if name in value}
            return make(str(value["type"]), str(value["text"]), at_ns=parse_time(date), **wanted)
        return checked(rows.restored_note(msgspec.convert(value, Note)))
    except (msgspec.ValidationError, BadInput, KeyError, TypeError, ValueError) as error:
        found.problem(place, f"it is no note ({str(error)[:200]})")
        return None


def _fields(text: str) -> dict[str, Any] | None:
    """Front matter and texts of a Markdown note; None if it has no front matter."""
    plain = text if "\r\n" not in text.partition("\n---")[0] else text.replace("\r\n", "\n")
    head, mark, body = plain.removeprefix("---\n").partition("\n---\n")
    if not plain.startswith("---\n") or not mark:
        return None
    value: dict[str, Any] = {}
    for line in head.split("\n"):
        field = _FIELD.fullmatch(line)
        if field:
            try:
                value[field[1]] = json.loads(field[2])
            except ValueError:
                value[field[1]] = field[2].strip()
    body = body.removeprefix("\n").removesuffix("\n")
    body, _, solution = _parted(body, _SOLUTION)
    body, _, rationale = _parted(body, _RATIONALE)
    value["text"] = _plain(body)
    value |= {name: _plain(text) for name, text in (("rationale", rationale), ("solution", solution)) if text}
    return value


def _parted(body: str, mark: str) -> tuple[str, str, str]:
    before, found, after = body.rpartition(f"\n\n{mark}\n\n")
    return (before, found, after) if found else (body, "", "")


def _escaped(text: str) -> str:
    """A line of the text that looks like a mark gets a backslash before it."""
    return _MARK.sub(r"\\\1\2", text)


def _plain(text: str) -> str:
    return _MARK.sub(lambda match: match[1][1:] + match[2], text)
