"""Git history on symbols: takes commits with the lines they changed, gives for each the symbols whose lines they are.

From the present backwards: the lines of each symbol are carried through the hunks of every commit to its parents, so a
commit is known to touch a symbol wherever that stood then. Where histories part, each goes on with its own lines; where
a merge took a file from one side unchanged, only that side is asked. A symbol is followed until the commit in which it
came into being.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from callmap.memory.notes import shortened
from callmap.memory.sources import Draft, Found, Meant
from callmap.read.history import Commit, FileChange, Hunk

_LONGEST = 8000  # characters of a message
_MOST_SYMBOLS = 150  # of one commit
_MOST_FILES = 20
_FIX = re.compile(
    r"(?im)^(?:fix(?:e[sd]|ing)?|bug ?fix|hot ?fix)\b|^revert\b|\b(?:regression|bug|crash(?:e[sd])?|deadlock|segfault|"
    r"memory leak|race condition)\b|^(?:fixes|closes|resolves|fixed)[: ]+(?:#\d+|[0-9a-f]{7,40}\b)"
)
_TRAILER = re.compile(r"(?im)^(?:fixes|closes|resolves|fixed|reverts)[: ]+(?:commit )?(?P<what>#\d+|[0-9a-f]{7,40})\b")


class Lines(NamedTuple):
    """Where a symbol stands in one version of a file, both ends included."""

    symbol: tuple[str, str]  # path and name, as they are now
    first: int
    last: int


State = dict[str, tuple[Lines, ...]]  # path → the symbols that are followed in it


class Touched(NamedTuple):
    """A symbol that a commit touched. `since`: a later commit did, too."""

    symbol: tuple[str, str]
    relation: str  # created | modified
    since: bool


def touched(
    commits: list[Commit], changes: Iterator[tuple[FileChange, ...]], states: dict[str, State]
) -> Iterator[tuple[Commit, list[Touched], list[str]]]:
    """(commit, symbols it touched, files it changed), newest first. `changes` are those of `pairs(commits)`; `states`
    tells where symbols stand in the first commit, and in the end where they stood in those that were not reached."""
    later: set[tuple[str, str]] = set()
    for commit in commits:
        state = states.pop(commit.hash, {})
        parents = commit.parents or ("",)
        compared = [next(changes, ()) for _ in parents]
        hit: dict[tuple[str, str], list[str]] = {}
        for parent, files in zip(parents, compared, strict=True):
            before = state if len(parents) == 1 else dict(state)
            for relation, symbol in _carried(files, before, _taken(compared, files, len(parents))):
                hit.setdefault(symbol, []).append(relation)
            if parent:
                states[parent] = _joined(states[parent], before) if parent in states else before
        found = [
            Touched(symbol, "created" if "created" in how else "modified", symbol in later)
            for symbol, how in hit.items()
            if len(how) == len(parents)  # what differs from one side of a merge only was done there
        ]
        later.update(one.symbol for one in found)
        yield commit, found, [file.new for file in compared[0] if file.new] if len(parents) == 1 else []


def pairs(commits: Iterable[Commit]) -> list[tuple[str, str]]:
    """What is to be compared: each commit with each of its parents."""
    return [(commit.hash, parent) for commit in commits for parent in (commit.parents or ("",))]


def drafts(
    found: Iterator[tuple[Commit, list[Touched], list[str]]], indexed: set[str], report: Found, total: int
) -> Iterator[Draft]:
    """A note for each commit: an error with its solution if it is a fix, else a change."""
    for number, (commit, symbols, files) in enumerate(found, 1):
        report.progress("reading", number, total)
        subject = commit.message.strip().partition("\n")[0]
        if not subject:
            report.problem(commit.hash, "the commit has no message")
            continue
        if len(commit.parents) > 1 and not symbols:
            report.counts["merges without changes of their own"] += 1
            continue
        if len(symbols) > _MOST_SYMBOLS:
            report.counts["commits of which only some symbols are linked"] += 1
        fix = bool(_FIX.search(commit.message))
        known = {path for path, _ in (one.symbol for one in symbols)}
        rest = [path for path in files if path in indexed and path not in known][:_MOST_FILES]
        yield Draft(
            "error" if fix else "change", shortened(commit.message.strip(), _LONGEST), "git", commit.hash,
            solution=_solution(commit) if fix else "", at_ns=commit.at_ns, commit=commit.hash, author=commit.author,
            place=commit.hash, tags=_trailers(commit.message),
            symbols=tuple(Meant(*one.symbol, one.relation, one.since) for one in symbols[:_MOST_SYMBOLS]),
            files=tuple((path, "modified") for path in rest), commits=(commit.hash,), linked=("",), relation="modified",
        )  # fmt: skip


def _trailers(message: str) -> tuple[str, ...]:
    """What a commit says that it fixes: issues and commits."""
    return tuple(dict.fromkeys(match["what"] for match in _TRAILER.finditer(message)))[:10]


def _solution(commit: Commit) -> str:
    return f"Fixed by commit {commit.hash[:12]}" + (f" of {commit.author}." if commit.author else ".")


def _taken(compared: list[tuple[FileChange, ...]], own: tuple[FileChange, ...], parents: int) -> set[str]:
    """Paths of a merge that came from another parent unchanged: this one has no part in them."""
    if parents == 1:
        return set()
    changed = [{file.new for file in files} for files in compared]
    here = {file.new for file in own}
    return {path for path in here if any(path not in others for others in changed)}


def _carried(files: Iterable[FileChange], state: State, taken: set[str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Moves the lines in a state back over a comparison; gives what that changed. What came into being ends there."""
    moves: State = {}
    for file in files:
        lines = state.pop(file.new, ()) if file.new else ()
        if not lines or file.new in taken:
            yield from (("modified", line.symbol) for line in lines)
            continue
        kept: list[Lines] = []
        for line in lines:
            first, last, hit = _before(line.first, line.last, file.hunks)
            if not file.old or first > last:
                yield "created", line.symbol
                continue
            if hit:
                yield "modified", line.symbol
            kept.append(Lines(line.symbol, first, last))
        if kept:
            moves[file.old] = tuple(kept)
    state.update(moves)


def _before(first: int, last: int, hunks: tuple[Hunk, ...]) -> tuple[int, int, bool]:
    """The same lines before some hunks, and whether the hunks touch them. Empty if one hunk brought them all."""
    old_first, old_last, hit = first, last, False
    for old, old_count, new, new_count in hunks:
        end = new + new_count - 1
        if new_count and new <= first and last <= end:
            return 1, 0, True  # all of it, and its name with it
        inside = (new <= last and end >= first) if new_count else (first <= new < last)
        hit = hit or inside
        grown = new_count - old_count
        if (new if not new_count else end) < first:  # the whole hunk stands before
            old_first -= grown
            old_last -= grown
        elif inside:
            if new_count and new <= first:  # the beginning is in it
                old_first = old if old_count else old + 1
            if new_count and end >= last:  # the end is in it
                old_last = old + max(0, old_count - 1)
            else:
                old_last -= grown
    return old_first, max(old_last, old_first), hit


def _joined(one: State, other: State) -> State:
    """What two children know of one parent."""
    joined = dict(one)
    for path, lines in other.items():
        if path not in joined:
            joined[path] = lines
        elif joined[path] != lines:
            by_symbol = {line.symbol: line for line in joined[path]}
            for line in lines:
                own = by_symbol.get(line.symbol)
                by_symbol[line.symbol] = (
                    line if own is None else Lines(line.symbol, min(own.first, line.first), max(own.last, line.last))
                )
            joined[path] = tuple(by_symbol.values())
    return joined
