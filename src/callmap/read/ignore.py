"""What ignore rules mean: takes the bytes of `.gitignore` files, tells which paths they speak of, as git does.

The rules come from a repository that is not trusted: no pattern takes long (see docs/decisions/0004).
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from callmap.read.git import find_repository, read_small

IGNORE_LIMIT = 256 * 1024  # bytes of an ignore file; a larger one is not used
_LONGEST = 4096  # characters of a rule
_WILD = re.compile(r"[*?\[\\]")
_POSIX = re.compile(r"\[:(\w+):\]")
_POSIX_LETTERS = {"alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z"}
_POSIX_LETTERS |= {"space": r"\s", "blank": r" \t", "xdigit": "0-9a-fA-F", "punct": r"!-/:-@\[-`{-~"}

# Not pathspec: its expressions backtrack (a `.gitignore` of `*a*a*a*a*a*b` held one 200-letter name for 220 s), and it
# cannot tell `foo/**` from `foo/` when it is asked about the directory. Here a pattern is matched on one level at a
# time, as git does, and `*` is atomic: the time is bounded by length of pattern x length of path. Differences: `?` is a
# character, in git a byte; a slash in brackets is not known.


class Matcher:
    """The rules of one ignore file as they apply to files, or to directories."""

    def __init__(self, rules: list[_Rule]) -> None:
        self.names = {rule.text: rule.weight for rule in rules if rule.by_name and rule.literal}
        self.paths = {rule.text: rule.weight for rule in rules if not rule.by_name and rule.literal}
        self.suffixes = {rule.suffix: rule.weight for rule in rules if rule.suffix}
        self._name = _alternatives([rule for rule in rules if rule.by_name and not rule.literal and not rule.suffix])
        self._path = _alternatives([rule for rule in rules if not rule.by_name and not rule.literal])
        self.needs_path = bool(self.paths or self._path)
        self._parents = {path.rpartition("/")[0] for path in self.paths}
        self._heads = {rule.text.partition("/")[0] for rule in rules if not rule.by_name and not rule.literal}
        self._any_head = any(_WILD.search(head) for head in self._heads)
        edges = "|".join(_edge(rule.text) for rule in rules if rule.by_name and not rule.literal)
        self._some_name = re.compile(edges) if edges else None

    def weight(self, name: str, path: str) -> int:
        """0 if no rule speaks of it; else the last one's number, doubled, plus one if it takes back (`!`)."""
        weight = self.names.get(name, 0)
        if self.suffixes and (found := self.suffixes.get(name[name.rfind(".") :], 0)) > weight:
            weight = found
        if self._name and (match := self._name[0].match(name)):
            weight = max(weight, self._name[1][match.lastindex or 0])
        if self.needs_path:
            weight = max(weight, self.paths.get(path, 0))
            if self._path and (match := self._path[0].match(path)):
                weight = max(weight, self._path[1][match.lastindex or 0])
        return weight

    def silent(self, directory: str, names: Collection[str], joined: str) -> bool:
        """Whether surely no rule speaks of any of these names (`joined`: each between NULs) in a directory ("", or
        with a final slash). One coarse look at a whole directory is what makes a walk quick."""
        return (
            self.names.keys().isdisjoint(names)
            and not (self._some_name and self._some_name.search(joined))
            and directory[:-1] not in self._parents
            and not self._any_head
            and directory.partition("/")[0] not in self._heads
        )

    def matches(self, name: str, path: str) -> bool:
        """Whether the last rule that speaks of it does not take it back."""
        weight = self.weight(name, path)
        return weight > 0 and not weight & 1


class Rules(NamedTuple):
    files: Matcher
    directories: Matcher


class IgnoreFile(NamedTuple):
    """Rules and the place they count from: `path[strip:]` below it, or `above + path` when it lies above the root."""

    rules: Rules
    strip: int
    above: str


class IgnoreText(NamedTuple):
    """An `IgnoreFile` before its rules are understood."""

    content: bytes
    strip: int
    above: str


def compiled(text: IgnoreText) -> IgnoreFile:
    return IgnoreFile(compile_rules(text.content), text.strip, text.above)


@lru_cache(maxsize=256)
def compile_rules(content: bytes) -> Rules:
    """The rules in an ignore file's bytes. Lines that git would not understand match nothing, as in git."""
    rules: list[_Rule] = []
    for line in content.removeprefix(b"\xef\xbb\xbf").decode(errors="surrogateescape").split("\n"):
        rule = _rule(line.removesuffix("\r"), len(rules) + 1)
        if rule is not None:
            rules.append(rule)
    return Rules(Matcher([rule for rule in rules if not rule.directories_only]), Matcher(rules))


def ignored(layers: tuple[IgnoreFile, ...], name: str, path: str, directory: bool) -> bool:
    """Whether git ignores what has this path, given that it does not ignore the directories above it."""
    for rules, strip, above in layers:
        matcher = rules.directories if directory else rules.files
        weight = matcher.weight(name, above + path[strip:] if matcher.needs_path else "")
        if weight:
            return not weight & 1
    return False


def texts_above(root: str) -> tuple[IgnoreText, ...]:
    """The ignore files outside the root, nearest first: up to the top of its work tree, then `info/exclude`."""
    repository = find_repository(root)
    if repository is None:
        return ()
    way = os.path.relpath(os.path.realpath(root), repository.top).replace(os.sep, "/")
    parts = [] if way == "." else way.split("/")
    places = [(repository.common, "info/exclude", parts)]
    places += [(os.path.join(repository.top, *parts[:at]), ".gitignore", parts[at:]) for at in range(len(parts))]
    return tuple(
        IgnoreText(content, 0, "".join(part + "/" for part in below))
        for directory, name, below in reversed(places)
        if (content := read_small(directory, name, IGNORE_LIMIT)) is not None
    )


def silent(layers: tuple[IgnoreFile, ...], directory: str, names: Collection[str], joined: str) -> bool:
    """Whether `ignored` is False for all these files of a directory, because no rule speaks of them."""
    return all(rules.files.silent(above + directory[strip:], names, joined) for rules, strip, above in layers)


class _Rule(NamedTuple):
    weight: int
    text: str
    by_name: bool
    directories_only: bool
    literal: bool
    suffix: str  # ".x" of `*.x`


def _rule(line: str, number: int) -> _Rule | None:
    text = line.rstrip(" ")
    if text != line and (len(text) - len(text.rstrip("\\"))) % 2:
        text += " "  # escaped
    if not text or text.startswith("#") or len(text) > _LONGEST:
        return None
    negated = text.startswith("!")
    text = text[negated:]
    directories_only = text.endswith("/")
    text = text[:-1] if directories_only else text
    by_name = "/" not in text
    text = text.removeprefix("/")
    if not text:
        return None
    literal = not _WILD.search(text)
    suffix = text[1:] if by_name and text[:2] == "*." and not _WILD.search(text, 1) and "." not in text[2:] else ""
    return _Rule(2 * number + negated, text, by_name, directories_only, literal, suffix)


def _alternatives(rules: list[_Rule]) -> tuple[re.Pattern[str], list[int]] | None:
    """One expression that tries the rules from last to first, and the weight of each of its groups."""
    weights, sources = [0], []
    for rule in reversed(rules):
        source = _component(rule.text) if rule.by_name else _path_expression(rule.text)
        if source is not None:
            sources.append(f"({source})")
            weights.append(rule.weight)
    return (re.compile("(?s:" + "|".join(sources) + r")\Z"), weights) if sources else None


def _path_expression(text: str) -> str | None:
    """`a/**/b*`, which counts from the ignore file's directory. `**` as a whole component stands for directories."""
    parts = ["**" if len(part) > 1 and not part.strip("*") else part for part in text.split("/")]
    parts = [part for at, part in enumerate(parts) if part != "**" or at == 0 or parts[at - 1] != "**"]
    expression, atomic = "", False
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        if part == "**" and not last:
            expression += ")" if atomic else ""
            expression += "(?>(?:[^/]+/)*?" if "**" in parts[at + 1 : -1] else "(?:[^/]+/)*"
            atomic = "**" in parts[at + 1 : -1]
            continue
        source = ".+" if part == "**" else _component(part)
        if source is None:
            return None
        expression += source + ("" if last else "/")
    return expression


def _component(text: str) -> str | None:
    """The expression for one component of a pattern; None if it can match nothing."""
    chunks = _chunks(text)
    if chunks is None:
        return None
    if len(chunks) == 1:
        return chunks[0]
    middle = "".join(rf"(?>[^/\0]*?{chunk})" for chunk in chunks[1:-1] if chunk)
    return rf"{chunks[0]}{middle}[^/\0]*{chunks[-1]}"


def _edge(text: str) -> str:
    """What all names that a glob matches end with, or else begin with, as an expression for joined names."""
    chunks = _chunks(text)
    if chunks is None:
        return "(?!)"
    return rf"{chunks[-1]}\0" if chunks[-1] else rf"\0{chunks[0]}"


def _chunks(text: str) -> list[str] | None:
    """The expressions between the stars of a component; None if it can match nothing."""
    chunks, at = [""], 0
    while at < len(text):
        letter = text[at]
        at += 1
        if letter == "*":
            chunks.append("")
        elif letter == "?":
            chunks[-1] += r"[^/\0]"
        elif letter == "[":
            source, at = _letters(text, at)
            if source is None:
                return None
            chunks[-1] += source
        else:
            if letter == "\\":
                if at == len(text):
                    return None
                letter = text[at]
                at += 1
            chunks[-1] += re.escape(letter)
    return chunks


def _letters(text: str, at: int) -> tuple[str | None, int]:
    """The expression for `[a-z]`, read from behind the bracket, and where the text goes on."""
    negated = text[at : at + 1] in ("!", "^")
    at += negated
    source, first, previous = "", True, ""
    while at < len(text) and (first or text[at] != "]"):
        first = False
        posix = _POSIX.match(text, at)
        if posix:
            source += _POSIX_LETTERS.get(posix[1], "")
            previous, at = "", posix.end()
            continue
        if text[at] == "-" and previous and at + 1 < len(text) and text[at + 1] != "]":
            at += 1 + (text[at + 1] == "\\")
            if at == len(text):
                break
            source += f"{re.escape(previous)}-{re.escape(text[at])}" if previous <= text[at] else ""
            previous, at = "", at + 1
            continue
        at += text[at] == "\\"
        if at == len(text):
            break
        previous = text[at]
        source += re.escape(previous)
        at += 1
    if at >= len(text):
        return None, at
    if negated:
        return f"[^/\\0{source}]", at + 1
    return (f"(?!/)[{source}]" if source else "(?!)"), at + 1
