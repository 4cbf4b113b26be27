"""Words for search: takes text as programmers write it, gives words; takes a unit, gives rows that find its symbols.

`RateLimiter`, `rate_limit` and "rate limiting" are the words `rate` and `limit`.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from typing import Any, Final

from callmap.model import Comment, Unit, short_name

NAME, OWNER, SIGNATURE, DOC, COMMENT, PATH = 1, 2, 4, 8, 16, 32  # where a symbol has a word
BITS, ALL = 6, 63
_TOKEN: Final = re.compile(r"\w+")
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_ENDINGS: Final = ("ing", "ed", "ers", "er", "ors", "or", "ions", "ion", "ments", "ment", "ly", "e")
_LONGEST_WORD, _LONGEST_TEXT = 40, 20_000  # characters
_FARTHEST: Final = 200  # symbols before a comment that are looked at
_MOST_KNOWN: Final = 1 << 16  # identifiers whose words are kept
_KNOWN: Final[dict[str, list[str]]] = {}


def words(text: str) -> list[str]:
    """The words of a text, in its order, without their endings."""
    return [word for token in _TOKEN.findall(text) for word in _parts(token)]


def _parts(token: str) -> list[str]:
    """The words of an identifier. What was asked before is known: a code base has few words, and uses them often."""
    known = _KNOWN.get(token)
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[token] = [stem(part.lower()) for part in _PART.findall(token) if len(part) > 1]
    return known


def stem(word: str) -> str:
    """`limiting`, `limiter`, `limits` → `limit`. At least four letters stay."""
    word = word[:_LONGEST_WORD]
    if word.endswith("ies") and len(word) > 5:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word[:-1]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls" and word[-1].isalpha():
        word = word[:-1]  # mapp(ing)
    return word


def word_rows(unit: Unit, id: int) -> list[tuple[Any, ...]]:
    """(word, unit, hits) for every word that finds a symbol of the unit."""
    found: dict[str, list[int]] = {}
    remarks = _by_holder(unit) if unit.comments else {}
    owners: dict[str, list[str]] = {"": []}
    for seq, symbol in enumerate(unit.symbols):
        name = short_name(symbol.name)
        at = dict.fromkeys(words(name), NAME)
        held = owners.get(symbol.parent)
        if held is None:
            held = owners[symbol.parent] = words(symbol.parent)
        for word in held:
            at[word] = at.get(word, 0) | OWNER
        texts = (symbol.signature.replace(name, " ", 1), SIGNATURE), (symbol.doc, DOC), (remarks.get(seq, ""), COMMENT)
        for text, where in texts:
            if text:
                for token in dict.fromkeys(_TOKEN.findall(text[:_LONGEST_TEXT])):
                    for word in _parts(token):
                        at[word] = at.get(word, 0) | where
        if not symbol.name:
            at |= {word: at.get(word, 0) | PATH for word in words(unit.path)}
        number = seq << BITS
        for word, where in at.items():
            hits = found.get(word)
            if hits is None:
                found[word] = [number | where]
            else:
                hits.append(number | where)
    return [(word, id, array("I", hits).tobytes()) for word, hits in found.items()]


def unpacked(packed: bytes) -> array[int]:
    """A word's hits in a unit: each the symbol's place there, shifted by BITS, and where it has the word (ALL)."""
    numbers = array("I")
    numbers.frombytes(packed)
    return numbers


def _by_holder(unit: Unit) -> dict[int, str]:
    """Place of a symbol → its comments."""
    starts = sorted((symbol.line, seq) for seq, symbol in enumerate(unit.symbols))
    lines, holders = [line for line, _ in starts], [seq for _, seq in starts]
    found: dict[int, str] = {}
    for comment in unit.comments:
        seq = _holder(unit, lines, holders, comment)
        found[seq] = f"{found[seq]} {comment.text}" if seq in found else comment.text
    return found


def _holder(unit: Unit, lines: list[int], holders: list[int], comment: Comment) -> int:
    """Whose comment it is: of what starts right below it; else of the innermost symbol around it."""
    below = bisect_right(lines, comment.line + comment.text.count("\n") + 1)
    if below and comment.line < lines[below - 1]:
        return holders[below - 1]
    last = bisect_right(lines, comment.line) - 1
    for place in range(last, max(last - _FARTHEST, -1), -1):
        if unit.symbols[holders[place]].end_line >= comment.line:
            return holders[place]
    return 0
