"""What a text speaks of: takes prose, gives the names and paths of code in it, and how surely each is meant as code.

The text is cut into words once, and each word is looked at alone: the time is linear in the text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 200  # mentions of one text
_LONGEST = 100_000  # characters that are looked at
_LONGEST_WORD = 300

_QUOTED = re.compile(r"`([^`\n]{1,200})`")
_TOKEN = re.compile(r"[\w./\\@:+#()\[\]>~-]+")
_NAME = r"[^\W\d]\w*"
_DOTTED = re.compile(rf"{_NAME}(?:(?:\.|::|#|->){_NAME})*")
_PATH = re.compile(
    rf"(?P<path>[\w./\\@+~-]*[\w+-]\.[A-Za-z]\w{{0,5}})(?:::(?P<inside>{_DOTTED.pattern})|:(?P<line>\d{{1,6}})[:\d]*)?"
)
_HUMPS = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
_SEPARATORS = re.compile(r"\.|::|#|->")


class Mention(NamedTuple):
    """A name or path in a text. `sure`: it was written as code (in back quotes, as a call, with its path)."""

    text: str
    kind: str  # name | path
    sure: bool
    line: int = 0  # of a path


def mentions(text: str) -> list[Mention]:
    """The code that a text speaks of, each once, in its order. What may be a path or a name is given as both."""
    text = text[:_LONGEST]
    quoted = {part for match in _QUOTED.finditer(text) for part in match[1].split()}
    found: dict[Mention, Mention] = {}
    for match in _TOKEN.finditer(text.replace("`", " ")):
        if len(match[0]) <= _LONGEST_WORD:
            for one in _meanings(match[0], match[0] in quoted):
                key = one._replace(sure=True)
                if key not in found or one.sure:
                    found[key] = one
        if len(found) >= MOST:
            break
    return list(found.values())[:MOST]


def _meanings(token: str, quoted: bool) -> list[Mention]:
    """What one word may mean: `a/b.py:12`, `Cart.total()`, `load_all`."""
    head, bracket, _ = token.partition("(")
    word = head.strip(".:-+#~>[]@)") if not bracket else head.lstrip(".:-+#~>[]@")
    found: list[Mention] = []
    path = _PATH.fullmatch(word) if not bracket else None
    if path:
        plain = path["path"].replace("\\", "/").removeprefix("./")
        if path["inside"]:
            found.append(Mention(f"{plain}::{_dotted(path['inside'])}", "name", True))
        found.append(Mention(plain, "path", True, int(path["line"] or 0)))
    if "/" not in word and _DOTTED.fullmatch(word):
        sure = bool(bracket) or quoted
        if sure or _looks_like_code(word):
            found.append(Mention(_dotted(word), "name", sure))
    return found


def _dotted(name: str) -> str:
    return _SEPARATORS.sub(".", name)


def _looks_like_code(word: str) -> bool:
    """`snake_case`, `CamelCase`, `camelCase`, `module.function`; not a word, not an abbreviation."""
    parts = _SEPARATORS.split(word)
    if len(parts) > 1:
        return all(len(part) > 1 for part in parts) and any(part.islower() or "_" in part for part in parts)
    return ("_" in word.strip("_") and len(word) > 3) or (bool(_HUMPS.search(word)) and len(word) > 4)
