"""Attributes that are macros with arguments: takes source without comments, blanks them in the heads of functions.

void printflike(1, 2) log_it(const char *, ...);                 printflike(1, 2)
static void printflike(1, 2) \\n add(const char *fmt, ...) {      the same, with the name on a line of its own
void log_it(const char *, ...) PRINTF_LIKE(1, 2);                PRINTF_LIKE(1, 2)

One file does not tell what a macro of another is, but the shape of a head does: two pairs of parentheses stand in it,
and just one of them holds parameters.
"""

from __future__ import annotations

import re
from typing import Final

from callmap.languages.c.conditions import blank
from callmap.languages.c.heads import NO_HEAD, PRIMITIVE, SPECIFIERS, TAGGED, Parentheses

_FIRST: Final = re.compile(rb"\n((?:[A-Za-z_]\w*[\s*]+){1,12}?)([A-Za-z_]\w*)[ \t]*\(")
_SECOND: Final = re.compile(rb"[\s*]*([A-Za-z_]\w*)\s*\(")
_END: Final = re.compile(rb"\s*[;{A-Za-z_]")
_WORD: Final = re.compile(rb"\w+")
_PARAMETERS: Final = re.compile(
    rb"\s*\Z|.*(?:\.\.\.|[*\[]|\b[A-Za-z_]\w*\s+[A-Za-z_]|\b(?:void|char|short|int|long|float|double|signed|unsigned|bool"
    rb"|size_t|ssize_t)\b)",
    re.S,
)
_CONSTANT: Final = re.compile(rb"(?:\A|,)\s*[\d\"]")
_NO_NAME: Final = NO_HEAD | PRIMITIVE | SPECIFIERS | TAGGED
_NO_MACRO: Final = _NO_NAME | {b"typeof", b"__typeof__", b"__typeof", b"_Atomic"}


def blank_attributes(bare: bytearray, out: bytearray, pairs: Parentheses) -> None:
    """Blanks macros with arguments between the type and the name of a function, and behind its parameters."""
    text = bytes(bare)
    for match in _FIRST.finditer(text):
        name, start, opening = match[2], match.start(2), match.end() - 1
        words = _WORD.findall(match[1])
        if name in _NO_MACRO or not NO_HEAD.isdisjoint(words):
            continue
        typed = not SPECIFIERS.issuperset(words)  # else the macro is the type: static STACK_OF(int) *f(void)
        while True:
            end = pairs.end(opening)
            second = _SECOND.match(text, end) if end else None
            if second is None or second[1] in _NO_NAME:
                break
            behind = pairs.end(second.end() - 1)
            if not behind or not _END.match(text, behind):
                break
            first, last = text[opening + 1 : end - 1], text[second.end() : behind - 1]
            if _PARAMETERS.match(first):
                if not _PARAMETERS.match(last) and b"*" not in text[end : second.start(1)]:
                    blank(bare, out, second.start(1), behind)
                break
            if not typed or not (_CONSTANT.search(first) or _PARAMETERS.match(last)):
                break
            blank(bare, out, start, end)
            start, opening = second.start(1), second.end() - 1
