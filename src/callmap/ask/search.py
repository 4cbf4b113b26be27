"""Finding code by words: takes a question, gives symbols, the best first, with scores from 0 to 1.

Ranked here and not by a database, so that the order is the same everywhere and speaks of one snapshot: a word counts by
how rare it is (as in BM25) and by where a symbol has it; a symbol whose very name was written stands first. Among
equals, what more files refer to.
"""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Collection

import msgspec

from callmap.ask import locate
from callmap.ask.project import Project
from callmap.languages import recognise
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, short_name
from callmap.store.rows import SymbolRow
from callmap.store.words import ALL, BITS, COMMENT, DOC, NAME, OWNER, PATH, SIGNATURE, stem, words

SYMBOL, NATURAL_LANGUAGE, PATHS = "symbol", "natural_language", "path"  # what a query seems to be
_WEIGHTS = (
    (NAME, 1.0, "name"), (OWNER, 0.4, "owner"), (SIGNATURE, 0.4, "signature"), (DOC, 0.4, "docstring"),
    (COMMENT, 0.3, "comment"), (PATH, 0.5, "path"),
)  # fmt: skip
_WEIGHT = [max([weight for bit, weight, _ in _WEIGHTS if at & bit], default=0.0) for at in range(64)]
_IN_PATH = 0.3  # for a symbol in a file whose path has the word
_REFINED = 200  # candidates that are looked at closely
_MOST_WORDS = 20
_IDENTIFIER = re.compile(r"[\w$.:#<>~!-]+(?:\(\))?\Z")
SMALL_WORDS = frozenset(
    """a an and any are as at be by can code do does done find for from function get gets give gives has have how i if
    implement implemented implementation in into is it its like list make makes me method my not of on or our show so
    some tell that the their them there these this to use used uses using was we what when where which who why will
    with would you class defined definition happen happens handled""".split()  # noqa: SIM905
)


class Hit(msgspec.Struct, frozen=True):
    """A symbol that was found; `matched` says where it has the words: name, docstring …"""

    row: SymbolRow
    score: float
    matched: tuple[str, ...]


class Found(msgspec.Struct, frozen=True):
    """The best hits; `total` counts all candidates."""

    intent: str
    hits: list[Hit]
    total: int


def search(project: Project, query: str, language: str = "", limit: int = 20, offset: int = 0) -> Found:
    """The symbols that fit a query: a name, a path, or words. Nothing in it is taken as a pattern."""
    query = query.strip()
    intent = intent_of(query)
    named: dict[int, Hit] = {}
    if intent == PATHS:
        named = {hit.row.key: hit for hit in _in_files(project, query, language)}
    elif intent == SYMBOL:
        stage, rows = locate.exactly(project.store, project.snapshot.id, query, language)
        named = {row.key: Hit(row, locate.SCORES[stage], ("name",)) for row in rows}
    ranked, total = _by_words(project, meaningful(query), language, max(_REFINED, offset + limit))
    better = [hit for hit in ranked if hit.row.key not in named]
    found = [*named.values(), *better]
    return Found(intent, found[offset : offset + limit], total + len(found) - len(ranked))


def intent_of(query: str) -> str:
    """What a query seems to be: a path, the name of a symbol, or words."""
    if " " in query or not query:
        return NATURAL_LANGUAGE
    if "/" in query or ("::" not in query and recognise(query) is not None):
        return PATHS
    return SYMBOL if _IDENTIFIER.match(query) else NATURAL_LANGUAGE


def meaningful(query: str) -> list[str]:
    """The words of a query that say something, each once, without endings; all of them if none does."""
    plain = [token for token in re.findall(r"\w+", query) if token.lower() not in SMALL_WORDS]
    return list(dict.fromkeys(words(" ".join(plain)) or words(query)))[:_MOST_WORDS]


def _by_words(project: Project, wanted: list[str], language: str, most: int) -> tuple[list[Hit], int]:
    """Symbols that have some of the words, the best first; and how many there are."""
    store, snapshot = project.store, project.snapshot.id
    everything = max(sum(project.snapshot.counters["symbols"].values()), 1)
    scores: dict[tuple[int, int], float] = {}
    where: dict[tuple[int, int], int] = {}
    best = 0.0
    for word in wanted:
        found_in = store.hits(snapshot, word, language)
        count = sum(len(numbers) for _, numbers in found_in)
        rarity = math.log(1 + (everything - count + 0.5) / (count + 0.5))
        best += rarity
        in_path: set[int] = set()
        for unit, numbers in found_in:
            for number in numbers:
                place, at = (unit, number >> BITS), number & ALL
                scores[place] = scores.get(place, 0.0) + rarity * _WEIGHT[at]
                where[place] = where.get(place, 0) | at
                if at & PATH:
                    in_path.add(unit)
        for place in scores if in_path else ():
            if place[0] in in_path and not where[place] & PATH:
                scores[place] += rarity * _IN_PATH
    top = heapq.nsmallest(most, scores, key=lambda place: (-scores[place], place))
    chosen: dict[int, list[int]] = {}
    for unit, seq in top:
        chosen.setdefault(unit, []).append(seq)
    rows = store.symbols_of(chosen)
    central = store.referring(snapshot, [rows[place].key for place in top[:_REFINED]])
    found = [
        Hit(rows[place], _refined(scores[place] / best, rows[place], wanted), _matched(where[place])) for place in top
    ]
    close = sorted(found[:_REFINED], key=lambda hit: (-hit.score, -central.get(hit.row.key, 0), *_place(hit.row)))
    return [*close, *found[_REFINED:]], len(scores)


def _place(row: SymbolRow) -> tuple[str, int, str]:
    return row.path, row.line, row.name


def _matched(at: int) -> tuple[str, ...]:
    return tuple(word for bit, _, word in _WEIGHTS if at & bit)


def _refined(score: float, row: SymbolRow, wanted: Collection[str]) -> float:
    """A name that consists of what was asked for counts more than one that only holds it; tests and data count less."""
    own = words(short_name(row.name))
    covered = sum(word in wanted for word in own) / len(own) if own else 0.0
    score = min(score, 1.0) * (0.75 + 0.25 * covered)
    if row.kind not in CALLABLE_KINDS and row.kind not in CLASS_KINDS:
        score *= 0.85
    return round(score * (0.9 if row.test else 1.0), 4)


def _in_files(project: Project, query: str, language: str) -> list[Hit]:
    """The files whose path ends with the query, or holds it: as the symbols of their modules."""
    wanted = query.removeprefix("./").strip("/").lower()
    store, snapshot = project.store, project.snapshot.id
    found = []
    for row in store.symbols_like(snapshot, "", ("module",), query.removeprefix("./").strip("/").translate(_PLAIN)):
        path = f"/{row.path.lower()}"
        if row.name == "" and (not language or row.language == language) and wanted in path:
            found.append(Hit(row, 1.0 if path.endswith(f"/{wanted}") else 0.7, ("path",)))
    return sorted(found, key=lambda hit: (-hit.score, len(hit.row.path), hit.row.path))


_PLAIN = str.maketrans("", "", "*?")


def identifiers(text: str) -> list[str]:
    """What names a sentence may speak of: `rate limiting` → rate_limit, rate_limiting, RateLimit, rateLimit …"""
    tokens = [token for token in re.findall(r"[A-Za-z_]\w*", text) if token.lower() not in SMALL_WORDS]
    plain = [token.lower() for token in tokens]
    found = [token for token in tokens if "_" in token or token.lower() not in (token, token.lower().capitalize())]
    for size in (len(plain), 3, 2):
        for start in range(len(plain) - size + 1) if 2 <= size <= 4 else ():
            some = plain[start : start + size]
            for parts in ([*some[:-1], _root(some[-1])], some):
                found += ["_".join(parts), "".join(part.capitalize() for part in parts)]
                found.append(parts[0] + "".join(part.capitalize() for part in parts[1:]))
            found.append("".join(part.capitalize() for part in [*some[:-1], stem(some[-1]) + "er"]))
    found += [form for token in plain for form in (_root(token), token)]
    return list(dict.fromkeys(found))


def _root(word: str) -> str:
    """The word as a name has it: `limiting` → limit, `merged` → merge, `logging` → log."""
    root = stem(word)
    if not word.endswith(("ed", "ing")) or root == word:
        return root
    if root[-1] == root[-2]:
        return root if root[-1] in "ls" else root[:-1]
    return f"{root}e" if root[-1] in "cgsuvz" else root
