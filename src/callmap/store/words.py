"""Words for search: takes text as programmers write it, gives words; takes a unit, gives rows that find its symbols.

`RateLimiter`, `rate_limit` and "rate limiting" are the words `rate` and `limit`.

The words of a unit are kept in few rows, each of those words that fall into one bucket. A row for each word is found a
millisecond sooner, but there were seven times as many to write, all over the table, and to remove after an edit.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from typing import Any, Final, final
from zlib import crc32

from callmap.model import Unit, short_name

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
_LONGEST_KNOWN: Final = 200  # characters of a signature whose words are kept


def words(text: str) -> list[str]:
    """The words of a text, in its order, without their endings."""
    return [word for token in _tokens(text) for word in _parts(token)]


def _tokens(text: str) -> list[str]:
    if text.isascii():  # the same, in a fraction of the time
        return text.encode("ascii").translate(_GAPS).decode("ascii").split()
    return _TOKEN.findall(text)


def _parts(token: str) -> list[str]:
    """The words of an identifier. What was asked before is known."""
    known = _KNOWN.get(token)
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[token] = [stem(part) for part in _split(token)]
    return known


def _split(token: str) -> list[str]:
    """`RateLimiter` → `rate`, `limiter`"""
    if token.islower() and token.isascii():
        if token.isalpha():
            return [token] if len(token) > 1 else []
        parts = token.split("_")
        if "".join(parts).isalpha():  # rate_limiter, which needs no regular expression
            return [part for part in parts if len(part) > 1]
    return [part.lower() for part in _PART.findall(token) if len(part) > 1]


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
    known = _IDLE.pop() if _IDLE else _Vocabulary()
    found = known.words_of(unit)
    _IDLE.append(known)
    return found


@final
class _Word:
    """A word, and the hits that it has in the unit which is being looked at."""

    __slots__ = ("bucket", "first", "last", "more", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.bucket = bucket_of(text)
        self.last = -1  # its last hit, behind those of all units before
        self.first: Any = 0
        self.more: list[Any] = _NO_MORE


@final
class _Vocabulary:
    """The words of what was met: a code base has few of them, and uses them often. For one unit at a time, so whoever
    needs it takes it away."""

    def __init__(self) -> None:
        self._words: dict[str, _Word] = {}
        self._parts: dict[str, _Word] = {}  # by what they are with their endings
        self._tokens: dict[str, list[_Word]] = {}
        self._signatures: dict[str, list[_Word]] = {}
        self._start = 0  # above all hits of units before
        self._met: list[_Word] = []  # the words of this unit, in order

    def words_of(self, unit: Unit) -> list[tuple[int, str, bytes]]:
        """See `unit_words`."""
        if len(self._tokens) > _MOST_KNOWN or len(self._signatures) > _MOST_KNOWN:
            self._words, self._parts, self._tokens, self._signatures = {}, {}, {}, {}
        self._met = []
        remarks = _by_holder(unit) if unit.comments else {}
        owners: dict[str, list[_Word]] = {"": []}
        here = self._start
        for seq, symbol in enumerate(unit.symbols):
            whole, parent, doc = symbol.name, symbol.parent, symbol.doc
            name = short_name(whole) if "#" in whole else whole.rpartition(".")[2]
            self._note(here, NAME, self._of_name(name))
            held = owners.get(parent)
            if held is None:
                held = owners[parent] = self._of_text(parent)
            if held:
                self._note(here, OWNER, held)
            signature = symbol.signature
            if signature:
                self._note(here, SIGNATURE, self._of_signature(signature.replace(name, " ", 1)))
            if doc:
                self._note_text(here, DOC, doc)
            if seq in remarks:
                self._note_text(here, COMMENT, remarks[seq])
            if not whole:
                self._note(here, PATH, self._of_text(unit.path))
            here += 1 << BITS
        self._start = here
        return _in_buckets(self._met)

    def _of_token(self, token: str) -> list[_Word]:
        known = self._tokens.get(token)
        if known is None:
            known = self._tokens[token] = [self._of_part(part) for part in _split(token)]
        return known

    def _of_part(self, part: str) -> _Word:
        known = self._parts.get(part)
        if known is None:
            text = stem(part)
            known = self._words.get(text)
            if known is None:
                known = self._words[text] = _Word(text)
            self._parts[part] = known
        return known

    def _of_text(self, text: str) -> list[_Word]:
        return [word for token in _tokens(text) for word in self._of_token(token)]

    def _of_name(self, name: str) -> list[_Word]:
        return self._of_token(name) if name.isidentifier() and name.isascii() else self._of_text(name)

    def _of_signature(self, text: str) -> list[_Word]:
        """Many are the same but for the name: `(self)`"""
        known = self._signatures.get(text)
        if known is None:
            known = self._of_text(text[:_LONGEST_TEXT])
            if len(text) <= _LONGEST_KNOWN:
                self._signatures[text] = known
        return known

    def _note_text(self, here: int, where: int, text: str) -> None:
        known = self._tokens
        for token in _tokens(text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT]):
            words = known.get(token)
            self._note(here, where, self._of_token(token) if words is None else words)

    def _note(self, here: int, where: int, words: list[_Word]) -> None:
        """Notes where a symbol has words. `here` tells which it is: it grows from symbol to symbol, and from unit to
        unit."""
        hit: Any = (here - self._start) | where  # an object, made once for all of them
        for word in words:
            last = word.last
            if last < here:
                word.last = here | where
                if last < self._start:
                    word.first = hit
                    word.more = _NO_MORE
                    self._met.append(word)
                elif word.more:
                    word.more.append(hit)
                else:
                    word.more = [hit]
            elif not last & where:
                word.last = last | where
                if word.more:
                    word.more[-1] = (last | where) - self._start
                else:
                    word.first = (last | where) - self._start


_NO_MORE: Final[list[Any]] = []
_IDLE: Final[list[_Vocabulary]] = []


# --- buckets ---------------------------------------------------------------------------------------------------------


def bucket_of(word: str) -> int:
    return crc32(word.encode()) % BUCKETS


def _in_buckets(found: list[_Word]) -> list[tuple[int, str, bytes]]:
    """Words with their hits, packed: a space before and after each word; how many hits the words have up to each of
    them, then all hits."""
    buckets: list[list[_Word]] = [[] for _ in range(BUCKETS)]
    for word in found:
        buckets[word.bucket].append(word)
    rows: list[tuple[int, str, bytes]] = []
    for bucket, held in enumerate(buckets):
        if held:
            numbers: list[Any] = []  # the ends, and …
            hits: list[Any] = []
            for word in held:
                hits.append(word.first)
                if word.more:
                    hits += word.more
                    word.more = _NO_MORE
                numbers.append(len(hits))
            numbers += hits
            rows.append((bucket, f" {' '.join([word.text for word in held])} ", array("I", numbers).tobytes()))
    return rows


def hits_of(word: str, words: str, packed: bytes) -> array[int]:
    """A word's hits in a unit, from the row that has it: each the symbol's place there, shifted by BITS, and where it
    has the word (ALL)."""
    numbers = array("I")
    numbers.frombytes(packed)
    place, first = words.count(" ", 1, words.index(f" {word} ") + 1), words.count(" ") - 1
    return numbers[first + numbers[place - 1] if place else first : first + numbers[place]]


def _by_holder(unit: Unit) -> dict[int, str]:
    """Place of a symbol → its comments."""
    symbols = unit.symbols
    starts = [symbol.line for symbol in symbols]
    holders = sorted(range(len(starts)), key=starts.__getitem__)
    lines = [starts[seq] for seq in holders]
    ends = [symbol.end_line for symbol in symbols]
    found: dict[int, str] = {}
    for comment in unit.comments:
        line, text = comment.line, comment.text
        seq = _holder(lines, ends, holders, line, line + text.count("\n") + 1)
        before = found.get(seq)
        found[seq] = text if before is None else f"{before} {text}"
    return found


def _holder(lines: list[int], ends: list[int], holders: list[int], line: int, next: int) -> int:
    """Whose comment it is: of what starts right below it (up to line `next`); else of the innermost symbol around
    it."""
    below = bisect_right(lines, next)
    if below and line < lines[below - 1]:
        return holders[below - 1]
    last = bisect_right(lines, line, 0, below) - 1
    for place in range(last, max(last - _FARTHEST, -1), -1):
        if ends[holders[place]] >= line:
            return holders[place]
    return 0
