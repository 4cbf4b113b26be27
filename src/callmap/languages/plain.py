"""Code that its bytes alone tell to be plain: takes where it stands, says whether it is names, numbers, short strings.

To make nodes of all that stands inside takes several times as long as to look at the text. Each language has a table
of what its bytes are, from `byte_classes`, and reads what is plain in a module of its own.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 119  # characters; what is longer is no mere name, and not worth to be looked at twice

# What a byte is, and what may follow what: compiled, to look it up takes a fraction of what a regular expression does.
_OTHER: Final = 0
_LETTER: Final = 1
_DIGIT: Final = 2
_DOT: Final = 3
_SPACE, _LINE, _COMMA, _EQUALS, _DOUBLE, _SINGLE, _BAD = range(4, 11)
_MARKS: Final = {0x20: _SPACE, 0x0A: _LINE, 0x2C: _COMMA, 0x2E: _DOT, 0x3D: _EQUALS, 0x22: _DOUBLE, 0x27: _SINGLE}
_BEFORE: Final = 1  # an argument
_FIRST, _DOTTED, _NAME, _NUMBER, _IN_DOUBLE, _IN_SINGLE, _KEYWORD, _AFTER, _STATES = range(2, 11)
_ENDS: Final = 1 << _BEFORE | 1 << _FIRST | 1 << _NAME | 1 << _NUMBER | 1 << _AFTER


def byte_classes(letters: bytes = b"", never: bytes = b"") -> bytes:
    """What each byte is: these, too, are letters; those are never plain."""
    return bytes(
        _BAD if byte in never or byte == 0x5C or (byte < 0x20 and byte != 0x0A) or byte > 0x7E
        else _LETTER if byte in letters or byte == 0x5F or 0x41 <= byte & 0xDF <= 0x5A
        else _DIGIT if 0x30 <= byte <= 0x39
        else _MARKS.get(byte, _OTHER)
        for byte in range(256)
    )  # fmt: skip


def _steps() -> bytes:
    """The state after each state and class of byte, in lists of arguments."""
    starts = {_LETTER: _NAME, _DIGIT: _NUMBER, _DOUBLE: _IN_DOUBLE, _SINGLE: _IN_SINGLE}
    ends = {_COMMA: _BEFORE, _SPACE: _AFTER, _LINE: _AFTER}
    inside = (_OTHER, _LETTER, _DIGIT, _SPACE, _DOT, _DOUBLE, _SINGLE)
    steps: dict[int, dict[int, int]] = {
        _BEFORE: {**starts, _LETTER: _FIRST, _SPACE: _BEFORE, _LINE: _BEFORE},
        _FIRST: {**ends, _LETTER: _FIRST, _DIGIT: _FIRST, _DOT: _DOTTED, _EQUALS: _KEYWORD},
        _DOTTED: {_LETTER: _NAME},
        _NAME: {**ends, _LETTER: _NAME, _DIGIT: _NAME, _DOT: _DOTTED},
        _NUMBER: {**ends, _DIGIT: _NUMBER},
        _IN_DOUBLE: {**dict.fromkeys(inside, _IN_DOUBLE), _DOUBLE: _AFTER},
        _IN_SINGLE: {**dict.fromkeys(inside, _IN_SINGLE), _SINGLE: _AFTER},
        _KEYWORD: starts,
        _AFTER: ends,
    }
    return bytes(steps.get(state, {}).get(kind, 0) for state in range(_STATES) for kind in range(16))


_STEPS: Final = _steps()


def names_between(source: bytes, start: int, end: int, classes: bytes) -> int:
    """How many names stand between two bytes, with nothing but dots between them: `a.b.c`; 0 if something else does."""
    if end - start > LONGEST:
        return 0
    count, inside = 0, False
    for place in range(start, end):
        kind = classes[source[place]]
        if kind == _LETTER:
            if not inside:
                inside = True
                count += 1
        elif kind == _DOT and inside:
            inside = False
        elif kind != _DIGIT or not inside:
            return 0
    return count if inside else 0


def are_plain(source: bytes, start: int, end: int, classes: bytes) -> bool:
    """Whether between brackets stand only names, numbers and short strings, with or without a keyword."""
    if end - start > LONGEST or (source[end - 1] != 0x29 and source[end - 1] != 0x5D):
        return False
    steps = _STEPS
    state = _BEFORE
    for place in range(start + 1, end - 1):
        state = steps[state << 4 | classes[source[place]]]
        if not state:
            return False
    return _ENDS >> state & 1 == 1
