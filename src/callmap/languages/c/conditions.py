"""`#if` groups that split a statement: takes source without comments, gives it (and the real one) with those undone.

The grammar knows `#if … #endif` only around whole statements, declarations or members. A group that stands elsewhere
loses its directives; of alternatives that cannot stand side by side, all but the first are blanked:

    #ifdef A                                        .open = f,              f(a,
        if (x()) {          if (x()) {              #ifdef A                #ifdef A
    #else            →                              .mmap = g,                b,
        if (y()) {          if (y()) ;              #endif                  #else
    #endif                                                                    c,      → blanked
"""

from __future__ import annotations

import re
from itertools import pairwise

_DIRECTIVE = re.compile(rb"#[ \t]*([a-z]+)([^\\\n]*(?:\\.[^\\\n]*)*)", re.S)
_OPENERS = frozenset({b"if", b"ifdef", b"ifndef"})
_MIDDLES = frozenset({b"else", b"elif", b"elifdef", b"elifndef"})
BLANKS = bytes(byte if byte in b"\n\r" else 32 for byte in range(256))
_BRACE = re.compile(rb"[{}]")
_LABEL = re.compile(rb"[ \t]*(\w+)[ \t]*:\Z")
_HALF_STATEMENT = re.compile(rb"\)[ \t]*\w+[ \t]*:\Z")  # if (x) label:
_COMMENT = re.compile(rb"/\*.*?\*/", re.S)


def blank(bare: bytearray, out: bytearray, start: int, end: int) -> None:
    """Replaces a region by white space; its lines stay."""
    out[start:end] = out[start:end].translate(BLANKS)
    bare[start:end] = bare[start:end].translate(BLANKS)


def last_before(bare: bytearray, end: int) -> bytes:
    """The last character before `end` that is no white space and stands on no directive's line; b"" at the start."""
    for _ in range(_FARTHEST):
        start = max(0, end - _CHUNK)
        chunk = bytes(bare[start:end]).rstrip()
        line = chunk.rfind(b"\n") + 1
        if chunk and not chunk[line:].lstrip().startswith(b"#"):
            return chunk[-1:]
        end = start + line if chunk else start
        if end == 0:
            break
    return b""


_CHUNK, _FARTHEST = 2_000, 100
_DEEPEST = 60  # groups inside groups: code has a handful


class _Group:
    """One `#if … #endif`: its directives' regions; branch i stands between directives i and i + 1."""

    __slots__ = ("directives", "words")

    def __init__(self) -> None:
        self.directives: list[tuple[int, int]] = []
        self.words: list[tuple[bytes, bytes]] = []


def untangle(bare: bytearray, out: bytearray) -> None:
    """Undoes the groups that the grammar cannot read, in both texts. In `bare`, `#define`s are blanked as well."""
    stack: list[_Group] = []
    done: list[_Group] = []
    text = bytes(bare)
    deepest = 0
    for match in _DIRECTIVE.finditer(text):
        word = match[1]
        start, end = match.span()
        if text[text.rfind(b"\n", 0, start) + 1 : start].strip():
            continue  # an operator of a macro's body
        if word in _OPENERS:
            stack.append(_Group())
            deepest = max(deepest, len(stack))
        elif word not in _MIDDLES and word != b"endif":
            if word == b"define":
                _define(bare, out, start, end)
            bare[start:end] = bare[start:end].translate(BLANKS)
            continue
        elif not stack:
            continue
        line_end = text.find(b"\n", start, end)
        if line_end != -1:
            bare[line_end:end] = bare[line_end:end].translate(BLANKS)  # its continuation would look like code
        stack[-1].directives.append((start, end))
        stack[-1].words.append((word, match[2].strip()))
        if word == b"endif":
            done.append(stack.pop())
    if deepest < _DEEPEST:
        for group in done:  # inner groups come first
            _judge(group, bare, out)


def _define(bare: bytearray, out: bytearray, start: int, end: int) -> None:
    """#define F(x) a(x); /* comment */ \\ … — the grammar ends the macro at the comment."""
    if b"\n" in bare[start:end]:
        for match in _COMMENT.finditer(bytes(out[start:end])):
            out[start + match.start() : start + match.end()] = match[0].translate(BLANKS)


def _judge(group: _Group, bare: bytearray, out: bytearray) -> None:
    directives = group.directives
    for (_, start), (end, _) in pairwise(directives):
        text = bytes(bare[start:end]).rstrip()
        if text.endswith(b":"):
            line = text.rfind(b"\n") + 1
            label = _LABEL.match(text, line)
            if label is not None and label[1] != b"default":
                blank(bare, out, start + line, end)  # a label without its statement
    word, condition = group.words[0]
    never = (word == b"if" and condition == b"0") or (word == b"ifdef" and condition == b"__cplusplus")
    always = (word == b"if" and condition == b"1") or (word == b"ifndef" and condition == b"__cplusplus")
    if (never and len(directives) > 2 and group.words[1][0] != b"else") or not (never or always):
        if _stands_alone(group, bare):
            return
        _merge(group, bare, out)
        return
    if never:
        blank(bare, out, directives[0][1], directives[1][0])
    elif len(directives) > 2:
        blank(bare, out, directives[1][1], directives[-1][0])
    _drop_directives(group, bare, out)


def _drop_directives(group: _Group, bare: bytearray, out: bytearray) -> None:
    for start, end in group.directives:
        comment = out.find(b"/*", start, end)
        if comment != -1 and out.find(b"*/", comment, end) == -1:
            end = comment  # the comment goes on below
        blank(bare, out, start, end)


def _stands_alone(group: _Group, bare: bytearray) -> bool:
    """Whether each branch is a sequence of whole statements, and the group stands between statements."""
    directives = group.directives
    start, end = directives[0][0], directives[-1][1]
    before = last_before(bare, start)
    if before and before not in b";{}:)>":
        return False
    following = bytes(bare[end : end + 400]).lstrip()
    if following.startswith(b"else"):
        return False
    outside = following[:1] != b"{" and _at_margin(bare, directives)
    if before == b")" and not outside:
        return False
    for (_, content), (content_end, _) in pairwise(directives):
        text = bytes(bare[content:content_end]).strip()
        if not text:
            continue
        last = last_before(bare, content_end)
        if text.startswith(b"else") or (before == b")" and text[:1] == b"{") or not _balanced(text):
            return False
        if last == b":" and _HALF_STATEMENT.search(text) is not None:
            return False
        if last not in b";{}:" and not (outside and last == b")") and text[-1:] != b">":
            lines = text.rstrip().rsplit(b"\n", 1)
            if not lines[-1].lstrip().startswith(b"#"):
                return False
    return True


def _at_margin(bare: bytearray, directives: list[tuple[int, int]]) -> bool:
    """Whether the code of the group starts at the left margin, as that outside of functions does."""
    for (_, content), (content_end, _) in pairwise(directives):
        for line in bytes(bare[content:content_end]).splitlines():
            if line.strip() and not line.startswith(b"#"):
                return not line[:1].isspace()
    return False


def _balanced(text: bytes) -> bool:
    opening = text.count(b"{")
    if opening != text.count(b"}") or text.count(b"(") != text.count(b")"):
        return False
    if not opening:
        return True
    depth = 0
    for match in _BRACE.finditer(text):
        depth += 1 if match[0] == b"{" else -1
        if depth < 0:
            return False
    return True


def _merge(group: _Group, bare: bytearray, out: bytearray) -> None:
    """Takes the directives away and makes the branches stand side by side, or keeps only the first with content."""
    directives = group.directives
    before = last_before(bare, directives[0][0])
    _drop_directives(group, bare, out)
    branches = [(start, end) for (_, start), (end, _) in pairwise(directives) if bare[start:end].strip()]
    if len(branches) < 2:
        return
    endings = {last_before(bare, end) for _, end in branches}
    if before in (b",", b"{") and endings == {b","}:
        return  # elements of a list: all of them can stand there
    if before == b")" and all(bare[start:end].lstrip()[:1] == b"{" for start, end in branches):
        _join_bodies(bare, out, branches)
        return
    in_statements = not before or before in b";{}:)"
    following = bytes(bare[directives[-1][1] : directives[-1][1] + 400]).lstrip()[:1]
    if not in_statements or (following == b"{" and b")" in endings):
        for start, end in branches[1:]:
            blank(bare, out, start, end)
        return
    opened = False
    for start, end in branches:
        if opened:
            _neutralise(bare, out, start, end)
        elif bare.count(b"{", start, end) != bare.count(b"}", start, end):
            opened = True


def _join_bodies(bare: bytearray, out: bytearray, branches: list[tuple[int, int]]) -> None:
    """int f(void) #ifdef A { … } #else { … } #endif: one body that holds both."""
    for (start, end), (following, following_end) in pairwise(branches):
        closing, opening = bare.rfind(b"}", start, end), bare.find(b"{", following, following_end)
        if closing != -1:
            bare[closing] = out[closing] = 32
            bare[opening] = out[opening] = 59


def _neutralise(bare: bytearray, out: bytearray, start: int, end: int) -> None:
    """Takes the braces away that the branch leaves open or closes for others: `if (y) {` → `if (y) ;`."""
    open_at: list[int] = []
    for match in _BRACE.finditer(bytes(bare[start:end])):
        at = start + match.start()
        if match[0] == b"{":
            open_at.append(at)
        elif open_at:
            open_at.pop()
        else:
            bare[at] = out[at] = 32
    for at in open_at:
        bare[at] = out[at] = 59
