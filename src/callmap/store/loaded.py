"""Units in memory: takes packed units, gives them unpacked, with their edges by both ends; keeps those last asked for.

A unit is named by its content and never changes, so what is kept here is true for every index and every snapshot.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable

from callmap.model import Unit, short_name
from callmap.store.rows import End, callee_key, symbol_key, unit_ends, unpack

MOST_BYTES = 24 << 20  # of packed units; unpacked they take several times as much


class Loaded:
    """A unit; its edges are named by their places in it."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    @functools.cached_property
    def callee_keys(self) -> list[int | None]:
        return [callee_key(edge) for edge in self.unit.edges]

    @functools.cached_property
    def ends(self) -> dict[str, End]:
        """The unit's symbols by name, as edges show them."""
        return unit_ends(self.unit)

    def named(self, short: str) -> list[int]:
        """The symbols of that short name, by their places in the unit."""
        return self._by_short_name.get(short, [])

    def to(self, keys: frozenset[int]) -> list[int]:
        """The edges that lead to one of the keys."""
        return _under(self._by_callee, keys)

    def going_from(self, keys: frozenset[int]) -> list[int]:
        """The edges that start at one of the keys."""
        return _under(self._by_caller, keys)

    def unresolved(self, name: str) -> list[int]:
        """The calls of that last identifier whose target is not known."""
        return [seq for seq, edge in enumerate(self.unit.edges) if edge.called == name and not edge.callee_path]

    def sure(self, confidence: Collection[str]) -> list[int]:
        """The edges of those confidences; all, if none is named."""
        return [seq for seq, edge in enumerate(self.unit.edges) if not confidence or edge.confidence in confidence]

    @functools.cached_property
    def _by_short_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for seq, symbol in enumerate(self.unit.symbols):
            found.setdefault(short_name(symbol.name), []).append(seq)
        return found

    @functools.cached_property
    def _by_callee(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for seq, key in enumerate(self.callee_keys):
            if key is not None and seq not in self._twice:
                found.setdefault(key, []).append(seq)
        return found

    @functools.cached_property
    def _by_caller(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for seq, edge in enumerate(self.unit.edges):
            if seq not in self._twice:
                found.setdefault(symbol_key(self.unit.path, edge.caller), []).append(seq)
        return found

    @functools.cached_property
    def _twice(self) -> set[int]:
        return told_twice(self.unit)


def told_twice(unit: Unit) -> set[int]:
    """Calls of classes that have no constructor, by their places: the edge that constructs the class says as much."""
    edges = unit.edges
    made = {(edge.callee_path, edge.callee, edge.line, edge.column) for edge in edges if edge.kind == "CONSTRUCTS"}
    return {
        seq for seq, edge in enumerate(edges)
        if edge.kind == "CALLS" and (edge.callee_path, edge.callee, edge.line, edge.column) in made
    } if made else set()  # fmt: skip


class Shelf:
    """The units that were asked for last, up to so many bytes of their packed form."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._held = most, 0
        self._units: OrderedDict[int, tuple[Loaded, int]] = OrderedDict()
        self._lock = threading.Lock()

    def those(self, ids: Iterable[int]) -> dict[int, Loaded]:
        """Those of the units that are here."""
        found: dict[int, Loaded] = {}
        with self._lock:
            for id in ids:
                if id in self._units:
                    self._units.move_to_end(id)
                    found[id] = self._units[id][0]
        return found

    def put(self, id: int, content: bytes) -> Loaded:
        """A packed unit, unpacked; it is kept unless it alone is too large."""
        loaded = Loaded(unpack(content))
        if len(content) <= self._most // 4:
            with self._lock:
                if id not in self._units:
                    self._held += len(content)
                self._units[id] = loaded, len(content)
                while self._held > self._most:
                    self._held -= self._units.popitem(last=False)[1][1]
        return loaded


SHELF = Shelf()


def _under(found: dict[int, list[int]], keys: frozenset[int]) -> list[int]:
    few, many = (keys, found.keys()) if len(keys) <= len(found) else (found.keys(), keys)
    chosen = [found[key] for key in few if key in many]
    return chosen[0] if len(chosen) == 1 else sorted(seq for seqs in chosen for seq in seqs)
