"""What differs between two refs: takes two projects of one repository, gives symbols and call edges that differ.

    graph_diff   all of it, from stored units: only those that differ are read
    versions     one symbol in both, found again where it was moved or renamed

Lines are no part of what is compared: code that only moved down has not changed. A symbol that is gone on one side and
new on the other is the same one if its text is (moved), or is similar enough (renamed, or moved and edited).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from callmap.ask import entries, symbols
from callmap.ask.project import Project
from callmap.errors import SymbolNotFound
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, Edge, Kind, Unit, short_name
from callmap.store.loaded import told_twice
from callmap.store.rows import SymbolRow, symbol_row

SIMILAR, SHORT_SIMILAR = 0.6, 0.85  # from which on two bodies are taken for one symbol; if they are short
SHORT = 5  # lines
CALL_KINDS = frozenset({"CALLS", "CONSTRUCTS"})
_MOST_COMPARED = 400  # pairs of bodies
_LONGEST_BODY = 400  # lines that are compared
_QUIET_KINDS = frozenset({Kind.VARIABLE, Kind.FIELD, Kind.IMPL})

Place = tuple[str, str]  # path, name
Rows = dict[Place, SymbolRow]


class SymbolChange(msgspec.Struct, frozen=True):
    """`status` is added, removed, changed, unchanged, moved or renamed; the last two may have changed as well.
    `similarity` is that of the bodies of a symbol that was found again, 1.0 if they are the same."""

    status: str
    base: SymbolRow | None
    head: SymbolRow | None
    signature_changed: bool = False
    body_changed: bool = False
    similarity: float | None = None

    @property
    def row(self) -> SymbolRow:
        row = self.head or self.base
        assert row is not None
        return row


class EdgeChange(msgspec.Struct, frozen=True):
    """A call that only one side has, with its first site there. `callee` is None for what lies outside the project."""

    status: str  # added | removed
    kind: str
    caller: Place
    callee: Place | None
    external: str | None
    confidence: str
    line: int
    column: int


class Reach(msgspec.Struct, frozen=True):
    """An entry point or public symbol from which a call that came or went can be reached, and why it is one."""

    row: SymbolRow
    reason: str


class GraphDiff(msgspec.Struct, frozen=True):
    """All that differs, by file and place; what leads to it: entry points, public symbols, tests."""

    symbols: list[SymbolChange]
    edges: list[EdgeChange]
    reach: list[Reach]
    tests: list[SymbolRow]
    files: int  # whose units differ


def graph_diff(base: Project, head: Project) -> GraphDiff:
    """Compares two snapshots."""
    old, new = _sides(base, head)
    found = _symbol_changes(base, head, old, new)
    renamed = {
        (c.base.path, c.base.name): (c.head.path, c.head.name)
        for c in found
        if c.base is not None and c.head is not None and c.base.id != c.head.id
    }
    edges = _edge_changes(old, new, renamed)
    ids = head.store.unit_ids(head.snapshot.id).values()
    everything = head.store.units(ids) if found or edges else {}
    rewired = {edge.caller if edge.status == "added" else renamed.get(edge.caller, edge.caller) for edge in edges}
    touched = rewired | {(c.head.path, c.head.name) for c in found if c.head is not None}
    callers = _callers(everything.values())
    reach = _entrances(list(everything.values()), _reaching(callers, rewired))
    tests = _tests(everything.values(), _reaching(callers, touched))
    return GraphDiff(
        sorted(found, key=lambda c: (c.row.path, c.row.line, c.row.name, c.status)),
        sorted(edges, key=lambda e: (e.caller, e.line, e.column, e.kind, e.callee or ("", ""), e.status)),
        reach, tests, len(old.keys() | new.keys()),
    )  # fmt: skip


def versions(base: Project, head: Project, text: str, file: str = "") -> SymbolChange:
    """One symbol on both sides. Raises SymbolNotFound if neither has it, AmbiguousSymbol if it is not clear which."""
    old, new = _found(base, text, file), _found(head, text, file)
    if old is None and new is None:
        raise SymbolNotFound(
            f"Symbol '{text}' is neither in '{base.ref}' nor in '{head.ref}'.",
            remediation="Check the spelling, or list names with `callmap symbols PATTERN --ref REF`.",
        )
    if old is None or new is None or old.id != new.id:
        known = new if new is not None else old
        assert known is not None
        for change in _symbol_changes(base, head, *_sides(base, head)):
            sides = (change.base, change.head)
            if any(side is not None and side.id == known.id for side in sides) and None not in sides:
                return change
        old, new = (old, new) if old is None or new is None else (None, new)
    if old is None or new is None:
        return SymbolChange("added" if old is None else "removed", old, new)
    return _compared("changed" if _differs(old, new) or old.body != new.body else "unchanged", old, new)


def text_of(project: Project, row: SymbolRow) -> list[str]:
    """The lines of a symbol as they were indexed, with its attributes; none if they cannot be read any more."""
    return [line.rstrip("\r") for line in project.source(row.path)[row.line - row.above - 1 : row.end_line]]


def similarity(one: list[str], other: list[str]) -> float:
    """How alike two bodies are, from 0 to 1; indentation does not count."""
    from rapidfuzz.distance import Indel

    left, right = ([line.strip() for line in lines[:_LONGEST_BODY] if line.strip()] for lines in (one, other))
    return Indel.normalized_similarity("\n".join(left), "\n".join(right)) if left and right else 0.0


# --- symbols ---


def _sides(base: Project, head: Project) -> tuple[dict[str, Unit], dict[str, Unit]]:
    """The units that are not the same on both sides, by path."""
    old_ids, new_ids = (project.store.unit_ids(project.snapshot.id) for project in (base, head))
    differing = [path for path in old_ids.keys() | new_ids.keys() if old_ids.get(path) != new_ids.get(path)]
    return _units(base, old_ids, differing), _units(head, new_ids, differing)


def _units(project: Project, ids: Mapping[str, int], paths: Iterable[str]) -> dict[str, Unit]:
    units = project.store.units(ids[path] for path in paths if path in ids)
    return {unit.path: unit for unit in units.values()}


def _found(project: Project, text: str, file: str) -> SymbolRow | None:
    try:
        return symbols.find(project.store, project.snapshot.id, text, file, project.root)
    except SymbolNotFound:
        return None


def _symbol_changes(
    base: Project, head: Project, old: Mapping[str, Unit], new: Mapping[str, Unit]
) -> list[SymbolChange]:
    before = {(path, s.name): symbol_row(unit, s) for path, unit in old.items() for s in unit.symbols}
    after = {(path, s.name): symbol_row(unit, s) for path, unit in new.items() for s in unit.symbols}
    changes = [
        _compared("changed", row, after[place])
        for place, row in before.items()
        if place in after and _differs(row, after[place])
    ]
    gone = {place: row for place, row in before.items() if place not in after}
    fresh = {place: row for place, row in after.items() if place not in before}
    matched = list(_same_text(gone, fresh)) + list(_similar(base, head, gone, fresh))
    changes += matched
    changes += [SymbolChange("removed", row, None) for row in gone.values()]
    changes += [SymbolChange("added", None, row) for row in fresh.values()]
    return _telling(changes)


def _differs(old: SymbolRow, new: SymbolRow) -> bool:
    """Whether something of a symbol's own has changed. (The head of a module is what stands outside of definitions.)"""
    if old.kind == new.kind == Kind.MODULE:
        return old.head != new.head
    return old.text != new.text or old.signature != new.signature or old.kind != new.kind


def _compared(status: str, old: SymbolRow, new: SymbolRow, alike: float | None = None) -> SymbolChange:
    head_changed = old.kind != Kind.MODULE and old.head != new.head
    signature_changed = head_changed or old.signature != new.signature
    return SymbolChange(status, old, new, signature_changed, old.body != new.body, alike)


def _same_text(
    gone: dict[tuple[str, str], SymbolRow], fresh: dict[tuple[str, str], SymbolRow]
) -> Iterator[SymbolChange]:
    """Symbols whose text stands elsewhere now. Takes them out of both sides."""
    by_text: dict[tuple[str, str, str], list[Place]] = {}
    for place, row in fresh.items():
        by_text.setdefault((row.kind, short_name(row.name), row.text), []).append(place)
    for place, row in sorted(gone.items()):
        places = by_text.get((row.kind, short_name(row.name), row.text), []) if row.text and row.name else []
        if places:
            there = min(places, key=lambda other: (other[1] != place[1], other))
            if there[1] != place[1] and row.end_line - row.line < SHORT:
                continue  # many short functions are alike
            places.remove(there)
            yield _compared("moved", gone.pop(place), fresh.pop(there), 1.0)


def _similar(base: Project, head: Project, gone: Rows, fresh: Rows) -> Iterator[SymbolChange]:
    """Symbols of the same file with another name, or of the same name in another file, whose bodies are alike."""
    pairs = []
    for place, row in gone.items():
        if row.kind in _QUIET_KINDS or not row.name:
            continue
        for there, other in fresh.items():
            related = place[0] == there[0] or row.name == other.name
            lines = sorted((row.end_line - row.line + 1, other.end_line - other.line + 1))
            if related and row.kind == other.kind and other.name and lines[1] <= 2 * lines[0] + 2:
                pairs.append((short_name(row.name) != short_name(other.name), place, there))
    pairs.sort()
    scored = []
    for _, place, there in pairs[:_MOST_COMPARED]:
        alike = similarity(text_of(base, gone[place]), text_of(head, fresh[there]))
        short = min(gone[place].end_line - gone[place].line, fresh[there].end_line - fresh[there].line) + 1 <= SHORT
        if alike >= (SHORT_SIMILAR if short else SIMILAR):
            scored.append((-alike, place, there))
    for score, place, there in sorted(scored):
        if place in gone and there in fresh:
            status = "moved" if short_name(gone[place].name) == short_name(fresh[there].name) else "renamed"
            yield _compared(status, gone.pop(place), fresh.pop(there), round(-score, 3))


def _telling(changes: list[SymbolChange]) -> list[SymbolChange]:
    """Without what says nothing of its own: a class or module that only holds what changed, and what came, went or
    moved with its holder."""
    holds_change: set[Place] = set()
    of_holder: dict[tuple[str, Place], Place | None] = {}  # status, where it was or is → where it is
    for change in changes:
        name = change.row.name
        while name:
            name = name.rpartition(".")[0]
            holds_change.add((change.row.path, name))
        if change.base is not None and change.head is not None:
            of_holder[change.status, (change.base.path, change.base.name)] = (change.head.path, change.head.name)
        else:
            of_holder[change.status, (change.row.path, change.row.name)] = None
    return [change for change in changes if not _goes_without_saying(change, holds_change, of_holder)]


def _goes_without_saying(
    change: SymbolChange, holds_change: set[Place], of_holder: dict[tuple[str, Place], Place | None]
) -> bool:
    row, old = change.row, change.base or change.row
    holder = (old.path, old.name.rpartition(".")[0])
    if change.status == "changed":
        around = row.kind in CLASS_KINDS or row.kind in (Kind.MODULE, Kind.NAMESPACE, Kind.IMPL)
        return around and not change.signature_changed and (row.path, row.name) in holds_change
    if change.status in ("moved", "renamed"):
        along = of_holder.get(("moved", holder)) or of_holder.get(("renamed", holder))
        return change.similarity == 1.0 and along == (row.path, row.name.rpartition(".")[0])
    return row.kind in _QUIET_KINDS and bool(holder[1]) and (change.status, holder) in of_holder


# --- edges ---


def _edge_changes(old: Mapping[str, Unit], new: Mapping[str, Unit], renamed: Mapping[Place, Place]) -> list[EdgeChange]:
    before = _calls(old.values(), lambda place: renamed.get(place, place))
    after = _calls(new.values(), lambda place: place)
    changes = [_edge("removed", path, edge) for key, (path, edge) in before.items() if key not in after]
    return changes + [_edge("added", path, edge) for key, (path, edge) in after.items() if key not in before]


def _calls(units: Iterable[Unit], name: Callable[[Place], Place]) -> dict[tuple[object, ...], tuple[str, Edge]]:
    """Every call once, whatever its lines, with its first site. Builtins and what is not known are no news."""
    found: dict[tuple[object, ...], tuple[str, Edge]] = {}
    for unit in units:
        twice = told_twice(unit)
        for seq, edge in enumerate(unit.edges):
            if edge.kind in CALL_KINDS and seq not in twice and (edge.callee_path or edge.reason == "external"):
                callee = name((edge.callee_path, edge.callee)) if edge.callee_path else edge.external or edge.name
                found.setdefault((name((unit.path, edge.caller)), edge.kind, callee), (unit.path, edge))
    return found


def _edge(status: str, path: str, edge: Edge) -> EdgeChange:
    known = bool(edge.callee_path)
    return EdgeChange(
        status, edge.kind, (path, edge.caller), (edge.callee_path, edge.callee) if known else None,
        None if known else edge.external or edge.name, edge.confidence, edge.line, edge.column,
    )  # fmt: skip


# --- reach ---


def _callers(units: Iterable[Unit]) -> dict[Place, list[Place]]:
    callers: dict[Place, list[Place]] = {}
    for unit in units:
        for edge in unit.edges:
            if edge.callee_path:
                callers.setdefault((edge.callee_path, edge.callee), []).append((unit.path, edge.caller))
    return callers


def _reaching(callers: Mapping[Place, list[Place]], starts: set[Place]) -> set[Place]:
    """All symbols from which calls lead to one of the starts; and these."""
    reached, pending = set(starts), list(starts)
    while pending:
        for place in callers.get(pending.pop(), ()):
            if place not in reached:
                reached.add(place)
                pending.append(place)
    return reached


def _entrances(units: Collection[Unit], reached: set[Place]) -> list[Reach]:
    """Of what was reached: entry points first, then public symbols. Public is what is exported; in a language that does
    not export by name, what no underscore hides."""
    found: list[Reach] = []
    exporting = {unit.language for unit in units if any("exported" in symbol.flags for symbol in unit.symbols)}
    for row in _rows(units, reached):
        why = entries.reason(row)
        hidden = row.language in exporting or any(part.startswith("_") for part in row.name.split("."))
        if not row.test and (why or (row.kind in CALLABLE_KINDS and not hidden and row.kind != Kind.LAMBDA)):
            found.append(Reach(row, why or "public"))
    return sorted(found, key=lambda one: one.reason in ("exported", "public"))


def _tests(units: Iterable[Unit], reached: set[Place]) -> list[SymbolRow]:
    return [row for row in _rows(units, reached) if row.test and entries.reason(row) == "test"]


def _rows(units: Iterable[Unit], reached: set[Place]) -> Iterator[SymbolRow]:
    for unit in sorted(units, key=lambda unit: unit.path):
        for symbol in unit.symbols:
            if symbol.name and (unit.path, symbol.name) in reached:
                yield symbol_row(unit, symbol)
