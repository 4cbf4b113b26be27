"""Symbols found again: takes the units that differ between two refs, gives symbols that changed, came, went or moved.

A symbol that is gone on one side and new on the other is the same one if its text is, if what holds it is (a member of
a class that was renamed, a function of a file that was moved), or if its text is similar enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename, dirname, join

import msgspec

from callmap.ask.project import Project
from callmap.model import CLASS_KINDS, Kind, Unit, short_name
from callmap.store.rows import SymbolRow, symbol_row

SIMILAR, SHORT_SIMILAR = 0.6, 0.85  # from which on two bodies are taken for one symbol; if they are short
SHORT = 5  # lines
_MOST_COMPARED = 400  # pairs of bodies
_LONGEST_BODY = 400  # lines that are compared
_QUIET_KINDS = frozenset({Kind.VARIABLE, Kind.FIELD, Kind.IMPL})
_HOLDERS = CLASS_KINDS | {Kind.MODULE, Kind.NAMESPACE}

Place = tuple[str, str]  # path, name
Rows = dict[Place, SymbolRow]


class SymbolChange(msgspec.Struct, frozen=True):
    """`status` is added, removed, changed, unchanged, moved or renamed; the last two may have changed as well.
    `similarity` is that of the texts of a symbol that was found again, 1.0 if they are the same; `along` says that it
    was found by what holds it."""

    status: str
    base: SymbolRow | None
    head: SymbolRow | None
    signature_changed: bool = False
    body_changed: bool = False
    similarity: float | None = None
    along: bool = False

    @property
    def row(self) -> SymbolRow:
        row = self.head or self.base
        assert row is not None
        return row


def symbol_changes(
    base: Project, head: Project, old: Mapping[str, Unit], new: Mapping[str, Unit]
) -> list[SymbolChange]:
    """All symbols that differ, also those of which `telling` leaves out that they do."""
    before = {(path, s.name): symbol_row(unit, s) for path, unit in old.items() for s in unit.symbols}
    after = {(path, s.name): symbol_row(unit, s) for path, unit in new.items() for s in unit.symbols}
    changes = [
        compared("changed", row, after[place])
        for place, row in before.items()
        if place in after and differs(row, after[place])
    ]
    gone = {place: row for place, row in before.items() if place not in after}
    fresh = {place: row for place, row in after.items() if place not in before}
    changes += _Finder(base, head, gone, fresh).found() if gone and fresh else []
    changes += [SymbolChange("removed", row, None) for row in gone.values()]
    changes += [SymbolChange("added", None, row) for row in fresh.values()]
    return changes


def moves(changes: Iterable[SymbolChange]) -> dict[Place, Place]:
    """Where symbols were → where they are, of those that are elsewhere now."""
    return {
        (c.base.path, c.base.name): (c.head.path, c.head.name)
        for c in changes
        if c.base is not None and c.head is not None and c.base.id != c.head.id
    }


def differs(old: SymbolRow, new: SymbolRow) -> bool:
    """Whether something of a symbol's own has changed. (The head of a module is what stands outside of definitions.)"""
    if old.kind == new.kind == Kind.MODULE:
        return old.head != new.head
    return old.text != new.text or old.signature != new.signature or old.kind != new.kind


def compared(
    status: str, old: SymbolRow, new: SymbolRow, alike: float | None = None, along: bool = False
) -> SymbolChange:
    head_changed = old.kind != Kind.MODULE and old.head != new.head
    signature_changed = head_changed or old.signature != new.signature
    return SymbolChange(status, old, new, signature_changed, old.body != new.body, alike, along)


def text_of(project: Project, row: SymbolRow) -> list[str]:
    """The lines of a symbol as they were indexed, with its attributes; none if they cannot be read any more."""
    return [line.rstrip("\r") for line in project.source(row.path)[row.line - row.above - 1 : row.end_line]]


def similarity(one: list[str], other: list[str]) -> float:
    """How alike two bodies are, from 0 to 1; indentation does not count."""
    from rapidfuzz.distance import Indel

    left, right = ([line.strip() for line in lines[:_LONGEST_BODY] if line.strip()] for lines in (one, other))
    return Indel.normalized_similarity("\n".join(left), "\n".join(right)) if left and right else 0.0


# --- finding again ---


class _Finder:
    """Matches symbols that are gone with those that are new, and takes them out of both."""

    def __init__(self, base: Project, head: Project, gone: Rows, fresh: Rows) -> None:
        self.base, self.head, self.gone, self.fresh = base, head, gone, fresh
        self.matched: list[SymbolChange] = []
        self.moves: dict[Place, Place] = {}

    def found(self) -> list[SymbolChange]:
        """What is sure comes first: equal files, equal texts; holders come before what they hold."""
        total = Counter(path for (path, name), row in self.gone.items() if name and row.kind not in _QUIET_KINDS)
        for step in (
            self._equal_files,
            self._equal_texts,
            lambda: self._files_of(total),
            lambda: self._similar(holders=True),
            lambda: self._similar(holders=False),
            lambda: self._files_of(total),
            self._empty_files,
        ):
            step()
            self._members()
        return self.matched

    def _match(self, place: Place, there: Place, alike: float | None = None, along: bool = False) -> None:
        old, new = self.gone.pop(place), self.fresh.pop(there)
        if alike is None:
            alike = 1.0 if old.text == new.text else round(self._alike(old, new), 3)
        status = "moved" if short_name(old.name) == short_name(new.name) else "renamed"
        self.matched.append(compared(status, old, new, alike, along))
        self.moves[place] = there

    def _alike(self, old: SymbolRow, new: SymbolRow) -> float:
        return similarity(text_of(self.base, old), text_of(self.head, new))

    def _equal_files(self) -> None:
        by_body: dict[str, list[Place]] = {}
        for place, row in self.fresh.items():
            if row.kind == Kind.MODULE and row.body:
                by_body.setdefault(row.body, []).append(place)
        for place, row in sorted(self.gone.items()):
            places = by_body.get(row.body) if row.kind == Kind.MODULE else None
            if places:
                there = min(places, key=lambda other: (basename(other[0]) != basename(place[0]), other))
                places.remove(there)
                self._match(place, there)

    def _equal_texts(self) -> None:
        by_text: dict[tuple[str, str, str], list[Place]] = {}
        for place, row in self.fresh.items():
            by_text.setdefault((row.kind, short_name(row.name), row.text), []).append(place)
        for place, row in sorted(self.gone.items()):
            places = by_text.get((row.kind, short_name(row.name), row.text), []) if row.text and row.name else []
            if places:
                there = min(places, key=lambda other: (other[1] != place[1], other))
                if there[1] != place[1] and row.end_line - row.line < SHORT:
                    continue  # many short functions are alike
                places.remove(there)
                self._match(place, there)

    def _files_of(self, total: Mapping[str, int]) -> None:
        """A file has moved where more than half of what it defined has gone."""
        went: dict[str, Counter[str]] = {}
        for change in self.matched:
            if change.base is not None and change.base.name and change.base.kind not in _QUIET_KINDS:
                went.setdefault(change.base.path, Counter())[change.row.path] += 1
        for path, places in sorted(went.items()):
            there, count = min(places.items(), key=lambda item: (-item[1], item[0]))
            if (path, "") in self.gone and (there, "") in self.fresh and 2 * count > total[path]:
                self._match((path, ""), (there, ""))

    def _empty_files(self) -> None:
        """A file without text has moved with another one of its directory."""
        directories = {dirname(one[0]): dirname(other[0]) for one, other in self.moves.items() if not one[1]}
        for place, row in sorted(self.gone.items()):
            there = (join(directories.get(dirname(place[0]), ""), basename(place[0])), "")
            if row.kind == Kind.MODULE and not row.body and there in self.fresh and not self.fresh[there].body:
                self._match(place, there, 1.0, along=True)

    def _members(self) -> None:
        """What moved with the class, function or file that holds it, under its name in there."""
        for place in sorted(self.gone) if self.moves else ():
            path, name = place
            holder = name
            while holder:
                holder = holder.rpartition(".")[0]
                there = self.moves.get((path, holder))
                if there is not None:
                    inner = name[len(holder) + 1 :] if holder else name
                    new = (there[0], f"{there[1]}.{inner}" if there[1] else inner)
                    if new in self.fresh and self.fresh[new].kind == self.gone[place].kind:
                        self._match(place, new, along=True)
                    break

    def _similar(self, holders: bool) -> None:
        """Symbols of the same file with another name, or of the same name in another file, whose texts are alike; files
        of the same directory or name."""
        gone, fresh = self.gone, self.fresh
        pairs = []
        for place, row in gone.items():
            if row.kind in _QUIET_KINDS or (row.kind in _HOLDERS) != holders:
                continue
            for there, other in fresh.items():
                if row.kind != other.kind or not _related(row, other):
                    continue
                lines = sorted((row.end_line - row.line + 1, other.end_line - other.line + 1))
                if lines[1] <= 2 * lines[0] + 2:
                    pairs.append((short_name(row.name) != short_name(other.name), place, there))
        pairs.sort()
        scored = []
        for _, place, there in pairs[:_MOST_COMPARED]:
            old, new = gone[place], fresh[there]
            alike = self._alike(old, new)
            short = min(old.end_line - old.line, new.end_line - new.line) + 1 <= SHORT
            if alike >= (SHORT_SIMILAR if short else SIMILAR):
                scored.append((-alike, place, there))
        for score, place, there in sorted(scored):
            if place in gone and there in fresh:
                self._match(place, there, round(-score, 3))


def _related(row: SymbolRow, other: SymbolRow) -> bool:
    if row.kind == Kind.MODULE:
        return dirname(row.path) == dirname(other.path) or basename(row.path) == basename(other.path)
    return row.path == other.path or row.name == other.name


# --- what is worth telling ---


def telling(changes: list[SymbolChange]) -> list[SymbolChange]:
    """Without what says nothing of its own: a class or module that only holds what changed, and what came, went or
    moved with its holder."""
    holds_change: set[Place] = set()
    gone_or_new: set[tuple[str, Place]] = set()
    for change in changes:
        holds_change.update((change.row.path, name) for name in _holders(change.row.name))
        if change.base is None or change.head is None:
            gone_or_new.add((change.status, (change.row.path, change.row.name)))
    moved = moves(changes)
    return [change for change in changes if not _goes_without_saying(change, holds_change, gone_or_new, moved)]


def _holders(name: str) -> Iterator[str]:
    while name:
        name = name.rpartition(".")[0]
        yield name


def _goes_without_saying(
    change: SymbolChange, holds_change: set[Place], gone_or_new: set[tuple[str, Place]], moved: Mapping[Place, Place]
) -> bool:
    row, old = change.row, change.base or change.row
    holder = (old.path, old.name.rpartition(".")[0])
    if change.status == "changed":
        around = row.kind in _HOLDERS or row.kind == Kind.IMPL
        return around and not change.signature_changed and (row.path, row.name) in holds_change
    if change.status in ("moved", "renamed"):
        changed = change.signature_changed or change.body_changed
        return not changed and bool(holder[1]) and moved.get(holder) == (row.path, row.name.rpartition(".")[0])
    return row.kind in _QUIET_KINDS and bool(holder[1]) and (change.status, holder) in gone_or_new
