"""The texts of definitions, hashed: takes a file's bytes and its drafts, gives drafts the hashes of head and body.

What a formatter changes without a change of meaning does not count: the indentation of the whole, white space at the
ends of lines, blank lines, line ends. All else does: indentation inside, spaces, line breaks; and literals that span
lines count as they are written.

The head of a definition is what stands before its body, with decorators, attributes and `export`. For the module, the
body is all of the file, and the head what stands outside of definitions and comments.
"""

from __future__ import annotations

import hashlib
from typing import Final

from callmap.languages.drafts import Draft
from callmap.languages.places import Reader
from callmap.model import NONE

_SPACE: Final = 0x20

Range = tuple[int, int]  # the first byte, and the one after the last


def hash_texts(
    reader: Reader, drafts: list[Draft], literals: list[Range], docs: set[int], remarks: list[Range]
) -> None:
    """Gives drafts the hashes of their texts. `literals` are those that span lines, `docs` the first bytes of those
    that may be indented with the code around, `remarks` comments outside of definitions."""
    source = reader.source
    text = _Text(reader, literals, docs)
    outside: list[Range] = remarks[:]
    quoted: dict[bytes, _Text] = {}
    for draft in drafts:
        if not draft.end:
            continue
        its = text
        if draft.source is not source:  # of code that stands in a string
            if draft.source not in quoted:
                quoted[draft.source] = _Text(Reader(draft.source), [], set())
            its = quoted[draft.source]
        elif draft.parent == 0:
            outside.append((draft.start if draft.marked == NONE else draft.marked, draft.end))
        head = its.part(draft.start, draft.middle)
        if draft.marked != NONE:
            head = its.part(draft.marked, draft.marked_end) + b"\n\n" + head
        draft.head = _hash(head)
        if draft.middle < draft.end:
            draft.body = _hash(its.part(draft.middle, draft.end))
    if drafts and source:
        drafts[0].body = _hash(b"\n".join(text.rows))
        drafts[0].head = _hash(_rest(text, len(source), outside))


def _rest(text: _Text, end: int, ranges: list[Range]) -> bytes:
    """What stands outside of all the ranges."""
    ranges.sort()
    parts: list[bytes] = []
    at = 0
    for start, stop in ranges:
        if start > at:
            parts.append(text.part(at, start))
        at = max(at, stop)
    parts.append(text.part(at, end))
    return b"\n".join([part for part in parts if part and part != b";"])


class _Text:
    """A text as rows: lines without white space at their end, blank ones left out. A literal that spans lines is in
    one row, with a zero for each line break in it."""

    def __init__(self, reader: Reader, literals: list[Range], docs: set[int]) -> None:
        self._reader = reader
        self.rows: list[bytes] = []
        self._row: list[int] = []  # of each line; ~row: of the first one after a line that was left out
        self._shift: dict[int, int] = {}  # line → where in its row it starts, if not at 0
        glued: set[int] = set()  # lines that begin inside a literal
        loose: set[int] = set()  # … inside one that may be indented
        for start, end in literals:
            (loose if start in docs else glued).update(range(reader.line_at(start), reader.line_at(end - 1)))
        self._read(reader.lines, glued, loose)

    def part(self, start: int, end: int) -> bytes:
        """The text between two bytes, without the indentation of the line on which it starts."""
        if start >= end:
            return b""
        first, column = self._place(start)
        last, stop = self._place(end)
        row = self.rows[first]
        if first == last:
            return row[column:stop].strip()
        margin = len(row) - len(row.lstrip())
        indent = row[:margin]
        parts = [row[column:]]
        for number in range(first + 1, last + 1):
            row = self.rows[number]
            if number == last:
                row = row[:stop]
            parts.append(row[margin:] if margin and row.startswith(indent) else row)
        return b"\n".join(parts).strip()

    def _read(self, lines: list[bytes], glued: set[int], loose: set[int]) -> None:
        rows, row_of = self.rows, self._row
        parts: list[bytes] = []  # of a row that is not complete
        width = 0
        for number, line in enumerate(lines):
            if glued and number in glued:
                self._shift[number] = width
            if glued and number + 1 in glued:
                row_of.append(len(rows))
                line = line.removesuffix(b"\r")
                parts.append(line)
                width += len(line) + 1
                continue
            if not line or line[-1] <= _SPACE:  # else there is nothing at its end
                line = line.rstrip()
            if parts:
                parts.append(line)
                line = b"\0".join(parts)
                parts, width = [], 0
            elif not line and number not in loose and not (rows and rows[-1].endswith(b"\\")):
                row_of.append(~len(rows))
                continue
            row_of.append(len(rows))
            rows.append(line)
        rows.append(b"")  # what ends at the end of the last line ends before this

    def _place(self, byte: int) -> tuple[int, int]:
        """The row of a byte, and its place in that."""
        line = self._reader.line_at(byte) - 1
        row = self._row[line]
        if row < 0:
            return ~row, 0
        column = byte - self._reader.line_starts[line]
        return row, column + self._shift.get(line, 0) if self._shift else column


def _hash(text: bytes) -> str:
    return _blake2b(text, digest_size=8).hexdigest()


_blake2b: Final = hashlib.blake2b
