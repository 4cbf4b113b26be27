"""Heads of functions at the left margin: takes source without comments, blanks the words that are no C.

CURL_EXTERN CURLcode curl_easy_perform(CURL *curl);              CURL_EXTERN
static unsigned int CURL_STDCALL f(void *arg)                    CURL_STDCALL
ZEXTERN int ZEXPORT inflateEnd OF((z_streamp strm));             ZEXTERN, ZEXPORT, OF( )
static int match(int node) internal_function;                    internal_function
static DEFINE_MUTEX(lock);                                       static: what stays is a macro call
"""

from __future__ import annotations

import re

from callmap.languages.c.conditions import blank

_HEAD = re.compile(rb"\n((?:[A-Za-z_]\w*[\s*]+){2,12}?)([A-Za-z_]\w*)[ \t\n]*\(")
_STATIC_CALL = re.compile(rb"\n(static|extern)\s+(?:const\s+)?[A-Z][A-Z0-9_]*\s*\(")
_DOUBLE_PARENTHESIS = re.compile(rb"\(\(")
_PROTOTYPE_MACROS = (b" OF", b" OF ", b" __P", b" __P ", b" P_", b" P_ ", b" PROTO", b" PARAMS", b" PARAMS ")
_TRAILING = re.compile(rb"\s*([A-Za-z_]\w*)\s*[;{]")
_TOKEN = re.compile(rb"\w+")
_PARENTHESIS = re.compile(rb"[()]")
SPECIFIERS = frozenset(
    {b"static", b"extern", b"inline", b"const", b"volatile", b"register", b"restrict", b"auto", b"_Thread_local"}
)
_OWN_STATIC = frozenset({b"STATIC", b"local", b"LOCAL", b"PRIVATE"})  # macros for `static`
PRIMITIVE = frozenset(
    {
        b"void", b"char", b"short", b"int", b"long", b"float", b"double", b"signed", b"unsigned", b"_Bool", b"bool",
        b"size_t", b"ssize_t",
    }
)  # fmt: skip
TAGGED = frozenset({b"struct", b"union", b"enum"})
NO_HEAD = frozenset(
    {
        b"return", b"else", b"goto", b"case", b"typedef", b"if", b"while", b"for", b"do", b"switch", b"sizeof",
        b"typeof", b"default", b"asm",
    }
)  # fmt: skip


def clean_heads(bare: bytearray, out: bytearray, pairs: Parentheses) -> None:
    """Blanks what a head holds besides specifiers, one type and the name."""
    text = bytes(bare)
    for match in _STATIC_CALL.finditer(text):
        blank(bare, out, match.start(1), match.end(1))
    for match in _DOUBLE_PARENTHESIS.finditer(text):
        at = match.start()
        if text.endswith(_PROTOTYPE_MACROS, 0, at):
            end = pairs.end(at)
            if end:
                blank(bare, out, text.rfind(b" ", 0, at - 1), at + 1)
                blank(bare, out, end - 1, end)
    for match in _HEAD.finditer(bytes(bare)):
        words = [(word[0], word.start(), word.end()) for word in _TOKEN.finditer(match[1])]
        if match[2] in NO_HEAD or any(word[0] in NO_HEAD for word in words):
            continue
        base = match.start(1)
        for word, start, end in _extra(words):
            blank(bare, out, base + start, base + end)
            if word == b"STATIC":
                out[base + start : base + end] = b"static"
        end = pairs.end(match.end() - 1)
        trailing = _TRAILING.match(bare, end) if end else None
        if trailing is not None and trailing[1] not in PRIMITIVE:
            blank(bare, out, trailing.start(1), trailing.end(1))


def _extra(words: list[tuple[bytes, int, int]]) -> list[tuple[bytes, int, int]]:
    """The words of a head that are neither specifiers nor its type."""
    plain = []
    typed = tagged = False
    for word in words:
        if tagged:
            tagged = False
        elif word[0] in TAGGED:
            typed = tagged = True
        elif word[0] in PRIMITIVE:
            typed = True
        elif word[0] not in SPECIFIERS:
            plain.append(word)
    if typed or len(plain) < 2:
        return plain if typed else []
    candidates = [word for word in plain if word[0] not in _OWN_STATIC] or plain
    mixed = [word for word in candidates if not word[0].isupper() and not word[0].startswith(b"__")]
    kept = mixed[0] if mixed else candidates[-1]
    return [word for word in plain if word[1] != kept[1]]  # compiled, a tuple is a value without an identity


class Parentheses:
    """Which parenthesis closes which, in one pass over the text."""

    __slots__ = ("_pairs",)

    def __init__(self, text: bytes) -> None:
        self._pairs: dict[int, int] = {}
        stack: list[int] = []
        for match in _PARENTHESIS.finditer(text):
            at = match.start()
            if text[at] == _OPEN:
                stack.append(at)
            elif stack:
                self._pairs[stack.pop()] = at + 1

    def end(self, opening: int) -> int:
        """The offset behind the parenthesis that closes the one at `opening`; 0 if there is none."""
        return self._pairs.get(opening, 0)


_OPEN = ord("(")
