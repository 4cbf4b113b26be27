"""Words for search: takes text as programmers write it, gives words; takes a unit, gives rows that find its symbols.

`RateLimiter`, `rate_limit` and "rate limiting" are the words `rate` and `limit`.

The words of a unit are kept in few rows, each of those words that fall into one bucket. A row for each word is found a
millisecond sooner, but there were seven times as many to write, all over the table, and to remove after an edit.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from typing import Any, Final
from zlib import crc32

from callmap.model import Comment, Unit, short_name

NAME: Final = 1  # where a symbol has a word
OWNER: Final = 2
SIGNATURE: Final = 4
DOC: Final = 8
COMMENT: Final = 16
PATH: Final = 32
BITS: Final = 6
ALL: Final = 63
BUCKETS: Final = 16  # among which the words of a unit are spread
_TOKEN: Final = re.compile(r"\w+")
_GAPS: Final = bytes([code if chr(code).isalnum() or code == ord("_") else ord(" ") for code in range(128)]) * 2
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_ENDINGS: Final = ("ing", "ed", "ers", "er", "ors", "or", "ions", "ion", "ments", "ment", "ly", "e")
_NO_PLURALS: Final = ("ss", "us", "is")
_LONGEST_WORD: Final = 40  # characters
_LONGEST_TEXT: Final = 20_000
_FARTHEST: Final = 200  # symbols before a comment that are looked at
_MOST_KNOWN: Final = 1 << 16  # identifiers whose words are kept
_KNOWN: Final[dict[str, list[str]]] = {}
_BUCKETS: Final[dict[str, int]] = {}  # of words
_SIGNATURES: Final[dict[str, list[str]]] = {}
_LONGEST_KNOWN: Final = 200  # characters of a signature whose words are kept


def words(text: str) -> list[str]:
    """The words of a text, in its order, without their endings."""
    return [word for token in _tokens(text) for word in _parts(token)]


def _tokens(text: str) -> list[str]:
    if text.isascii():  # the same, in a fraction of the time
        return text.encode("ascii").translate(_GAPS).decode("ascii").split()
    return _TOKEN.findall(text)


def _parts(token: str) -> list[str]:
    """The words of an identifier. What was asked before is known: a code base has few words, and uses them often."""
    known = _KNOWN.get(token)
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        if token.islower() and token.isalpha() and token.isascii():
            known = [stem(token)] if len(token) > 1 else []
        else:
            known = [word for part in _PART.findall(token) if len(part) > 1 for word in _of_part(part.lower())]
        _KNOWN[token] = known
    return known


def _of_part(part: str) -> list[str]:
    return _parts(part) if part.isalpha() and part.isascii() else [stem(part)]


def stem(word: str) -> str:
    """`limiting`, `limiter`, `limits` → `limit`. At least four letters stay."""
    word = word[:_LONGEST_WORD]
    if word.endswith("s"):
        if word.endswith("ies") and len(word) > 5:
            word = word[:-3] + "y"
        elif not word.endswith(_NO_PLURALS) and len(word) > 3:
            word = word[:-1]
    if word.endswith(_ENDINGS):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                word = word.removesuffix(ending)
                break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls" and word[-1].isalpha():
        word = word[:-1]  # mapp(ing)
    return word


def unit_words(unit: Unit) -> list[tuple[int, str, bytes]]:
    """Every word that finds a symbol of the unit, by bucket: (bucket, words, all of their hits), packed."""
    found: dict[str, Any] = {}
    remarks = _by_holder(unit) if unit.comments else {}
    owners: dict[str, list[str]] = {"": []}
    for seq, symbol in enumerate(unit.symbols):
        number = seq << BITS
        whole, parent, doc = symbol.name, symbol.parent, symbol.doc
        name = short_name(whole) if "#" in whole else whole.rpartition(".")[2]
        _note(found, number, NAME, _of_name(name))
        held = owners.get(parent)
        if held is None:
            held = owners[parent] = words(parent)
        _note(found, number, OWNER, held)
        _note(found, number, SIGNATURE, _of_signature(symbol.signature.replace(name, " ", 1)))
        if doc:
            _note_text(found, number, DOC, doc)
        if seq in remarks:
            _note_text(found, number, COMMENT, remarks[seq])
        if not whole:
            _note(found, number, PATH, words(unit.path))
    return _in_buckets(found)


def _of_name(name: str) -> list[str]:
    return _parts(name) if name.isidentifier() and name.isascii() else words(name)


def _of_signature(text: str) -> list[str]:
    """Each word of it once. Many are the same but for the name: `(self)`"""
    known = _SIGNATURES.get(text)
    if known is None:
        if len(_SIGNATURES) >= _MOST_KNOWN:
            _SIGNATURES.clear()
        known = list(dict.fromkeys(words(text[:_LONGEST_TEXT])))
        if len(text) <= _LONGEST_KNOWN:
            _SIGNATURES[text] = known
    return known


def _note_text(found: dict[str, Any], number: int, where: int, text: str) -> None:
    for token in dict.fromkeys(_tokens(text[:_LONGEST_TEXT])):
        _note(found, number, where, _parts(token))


def _note(found: dict[str, Any], number: int, where: int, words: list[str]) -> None:
    """Notes where the symbol has words: a number for each hit, several as a list. `number` is its place, shifted: it
    only grows."""
    hit: Any = number | where  # an object, made once for all of them
    for word in words:
        hits = found.get(word)
        if hits is None:
            found[word] = hit
        elif isinstance(hits, list):
            last: int = hits[-1]
            if last < number:
                hits.append(hit)
            else:
                hits[-1] = last | where
        else:
            only: int = hits
            found[word] = [hits, hit] if only < number else only | where


# --- buckets ---------------------------------------------------------------------------------------------------------


def bucket_of(word: str) -> int:
    known = _BUCKETS.get(word)
    if known is None:
        if len(_BUCKETS) >= _MOST_KNOWN:
            _BUCKETS.clear()
        known = _BUCKETS[word] = crc32(word.encode()) % BUCKETS
    return known


def _in_buckets(found: dict[str, Any]) -> list[tuple[int, str, bytes]]:
    """Words with their hits, packed: a space before and after each word; how many hits the words have up to each of
    them, then all hits."""
    texts: list[list[str]] = [[] for _ in range(BUCKETS)]
    ends: list[list[int]] = [[] for _ in range(BUCKETS)]
    numbers: list[list[Any]] = [[] for _ in range(BUCKETS)]
    for word, hits in found.items():
        bucket = bucket_of(word)
        here = numbers[bucket]
        if isinstance(hits, list):
            here.extend(hits)
        else:
            here.append(hits)
        texts[bucket].append(word)
        ends[bucket].append(len(here))
    return [
        (bucket, f" {' '.join(texts[bucket])} ", array("I", ends[bucket] + numbers[bucket]).tobytes())
        for bucket in range(BUCKETS)
        if texts[bucket]
    ]


def hits_of(word: str, words: str, packed: bytes) -> array[int]:
    """A word's hits in a unit, from the row that has it: each the symbol's place there, shifted by BITS, and where it
    has the word (ALL)."""
    numbers = array("I")
    numbers.frombytes(packed)
    place, first = words.count(" ", 1, words.index(f" {word} ") + 1), words.count(" ") - 1
    return numbers[first + numbers[place - 1] if place else first : first + numbers[place]]


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
