"""What a text speaks of: takes prose, gives the names and paths of code in it, and how surely each is meant as code."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 200  # mentions of one text
_LONGEST = 100_000  # characters that are looked at

_CODE = re.compile(r"`+([^`\n]{1,200})`+")
_NAME = r"[^\W\d]\w{0,80}"
_DOTTED = rf"{_NAME}(?:(?:\.|::|#|->){_NAME}){{0,8}}"
_PATH = re.compile(
    r"(?<![\w/.@:-])(?P<path>(?:\.{0,2}/)?(?:[\w.@+-]{1,80}/){0,20}[\w.@+-]{1,80}\.[A-Za-z]\w{0,5})"
    rf"(?:::(?P<inside>{_DOTTED})|:(?P<line>\d{{1,6}}))?(?![\w/-])"
)
_CALL = re.compile(rf"(?<![\w.])({_DOTTED})\(\)?")
_WORD = re.compile(rf"(?<![\w./@-])({_DOTTED})(?![\w/(@-])")
_HUMPS = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
_INSIDE = re.compile(rf"({_DOTTED})(?:\(.*\))?;?")


class Mention(NamedTuple):
    """A name or path in a text. `sure`: it was written as code (in back quotes, as a call, with its path)."""

    text: str
    kind: str  # name | path
    sure: bool
    line: int = 0  # of a path


def mentions(text: str) -> list[Mention]:
    """The code that a text speaks of, each once, in its order."""
    text = text[:_LONGEST]
    found: dict[tuple[str, int], Mention] = {}

    def add(name: str, kind: str, sure: bool, line: int = 0) -> None:
        name = name.replace("#", ".").replace("->", ".")
        old = found.get((name, line))
        if (old is None or (sure and not old.sure)) and len(found) < MOST:
            found[name, line] = Mention(name, kind, sure, line)

    for match in _PATH.finditer(text):
        if match["inside"]:
            add(f"{_plain(match['path'])}::{match['inside'].replace('::', '.')}", "name", True)
        add(_plain(match["path"]), "path", True, int(match["line"] or 0))
    for match in _CODE.finditer(text):
        inside = _INSIDE.fullmatch(match[1].strip())
        if inside:
            add(inside[1], "name", True)
    for match in _CALL.finditer(text):
        add(match[1], "name", True)
    for match in _WORD.finditer(text):
        if _looks_like_code(match[1]):
            add(match[1], "name", False)
    return list(found.values())


def _plain(path: str) -> str:
    return path.removeprefix("./")


def _looks_like_code(word: str) -> bool:
    """`snake_case`, `CamelCase`, `camelCase`, `module.function`; not a word, not an abbreviation."""
    parts = re.split(r"\.|::|#|->", word)
    if len(parts) > 1:
        return all(len(part) > 1 for part in parts) and any(part.islower() or "_" in part for part in parts)
    return ("_" in word.strip("_") and len(word) > 3) or (bool(_HUMPS.search(word)) and len(word) > 4)
