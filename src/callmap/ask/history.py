"""What differs between two refs: takes two projects of one repository, gives symbols and call edges that differ.

    graph_diff   all of it, from stored units: only those that differ are read
    versions     one symbol in both, found again where it was moved or renamed

    moved        where symbols went that were moved or renamed

Lines are no part of what is compared: code that only moved down has not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from callmap.ask import entries, symbols
from callmap.ask.matching import Place, SymbolChange, compared, differs, moves, symbol_changes, telling
from callmap.ask.project import Project
from callmap.errors import SymbolNotFound
from callmap.model import CALLABLE_KINDS, Edge, Kind, Unit
from callmap.store.loaded import told_twice
from callmap.store.rows import SymbolRow, symbol_row

CALL_KINDS = frozenset({"CALLS", "CONSTRUCTS"})


class EdgeChange(msgspec.Struct, frozen=True):
    """A call that only one side has, or that has more sites there, with its first one. `callee` is None for what lies
    outside the project."""

    status: str  # added | removed
    kind: str
    caller: Place
    callee: Place | None
    external: str | None
    confidence: str
    line: int
    column: int
    lines: tuple[int, ...] = ()  # of all its sites there
    sites: tuple[int, int] = (0, 0)  # how many there are in base, and in head

    @property
    def again(self) -> bool:
        """Whether both sides have it."""
        return 0 not in self.sites


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
    changes = symbol_changes(base, head, old, new)
    found, renamed = telling(changes), moves(changes)
    edges = _edge_changes(old, new, renamed)
    ids = head.store.unit_ids(head.snapshot.id).values()
    everything = head.store.units(ids) if found or edges else {}
    callers_of = [
        (edge.caller if edge.status == "added" else renamed.get(edge.caller, edge.caller), edge) for edge in edges
    ]
    rewired = {caller for caller, edge in callers_of if not edge.again}
    touched = {caller for caller, _ in callers_of} | {(c.head.path, c.head.name) for c in found if c.head is not None}
    callers = _callers(everything.values())
    reach = _entrances(list(everything.values()), _reaching(callers, rewired))
    tests = _tests(everything.values(), _reaching(callers, touched))
    return GraphDiff(
        sorted(found, key=lambda c: (c.row.path, c.row.line, c.row.name, c.status)),
        sorted(edges, key=_place_of),
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
        for change in symbol_changes(base, head, *_sides(base, head)):
            sides = (change.base, change.head)
            if any(side is not None and side.id == known.id for side in sides) and None not in sides:
                return change
        old, new = (old, new) if old is None or new is None else (None, new)
    if old is None or new is None:
        return SymbolChange("added" if old is None else "removed", old, new)
    return compared("changed" if differs(old, new) or old.body != new.body else "unchanged", old, new)


def moved(base: Project, head: Project) -> dict[str, str]:
    """Ids in base → ids in head, of all symbols that are elsewhere now."""
    found = moves(symbol_changes(base, head, *_sides(base, head)))
    return {"::".join(place): "::".join(there) for place, there in found.items()}


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


# --- edges ---


def _edge_changes(old: Mapping[str, Unit], new: Mapping[str, Unit], renamed: Mapping[Place, Place]) -> list[EdgeChange]:
    before = _calls(old.values(), lambda place: renamed.get(place, place))
    after = _calls(new.values(), lambda place: place)
    changes: list[EdgeChange] = []
    for key in before.keys() | after.keys():
        was, now = before.get(key, {}), after.get(key, {})
        if len(was) > len(now):
            changes.append(_edge("removed", was, (len(was), len(now))))
        elif len(was) < len(now):
            changes.append(_edge("added", now, (len(was), len(now))))
    return changes


def _place_of(edge: EdgeChange) -> tuple[object, ...]:
    """By place, then by all that tells two changes there apart: pages of one answer are made in several processes."""
    callee = edge.callee or ("", "")
    return edge.caller, edge.line, edge.column, edge.kind, callee, edge.external or "", edge.status


Sites = dict[tuple[str, int, int], Edge]  # path, line, column


def _calls(units: Iterable[Unit], name: Callable[[Place], Place]) -> dict[tuple[object, ...], Sites]:
    """Every call with its sites, whatever their lines. Builtins and what is not known are no news."""
    found: dict[tuple[object, ...], Sites] = {}
    for unit in units:
        twice = told_twice(unit)
        for seq, edge in enumerate(unit.edges):
            if edge.kind in CALL_KINDS and seq not in twice and (edge.callee_path or edge.reason == "external"):
                callee = name((edge.callee_path, edge.callee)) if edge.callee_path else edge.external or edge.name
                sites = found.setdefault((name((unit.path, edge.caller)), edge.kind, callee), {})
                sites.setdefault((unit.path, edge.line, edge.column), edge)
    return found


def _edge(status: str, places: Sites, counts: tuple[int, int]) -> EdgeChange:
    (path, line, column), edge = min(places.items(), key=lambda item: item[0])
    known = bool(edge.callee_path)
    return EdgeChange(
        status, edge.kind, (path, edge.caller), (edge.callee_path, edge.callee) if known else None,
        None if known else edge.external or edge.name, edge.confidence, line, column,
        tuple(sorted({place[1] for place in places})), counts,
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
