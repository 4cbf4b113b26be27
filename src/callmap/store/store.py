"""The index: takes facts, units and snapshots, keeps them, and answers what a snapshot holds.

Blobs and units are immutable and named by their content; a snapshot only points at them. So writing goes in two
steps: many small transactions that add blobs and units nobody sees yet, and one `flip` that makes a snapshot point
at them. A reader sees the old snapshot or the new one, never a mixture. A question that needs several calls asks them
all inside `Index.read()`.

Only this module reads `queries.sql`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from fnmatch import fnmatchcase
from itertools import chain, groupby, islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from callmap.errors import IndexBusy
from callmap.model import Edge, FileState, Unit, short_name
from callmap.store import rows as r
from callmap.store.blocks import blocks, text
from callmap.store.database import PATIENCE, Database, Layout
from callmap.store.names import dotted, ends, like, listed, literally, means
from callmap.store.rows import Counts, EdgeRow, End, Row, SnapshotRow, SymbolRow, restored, stored, symbol_key

__all__ = ["LIVE", "Counts", "EdgeRow", "End", "FactsKey", "Index", "SnapshotRow", "SymbolRow", "symbol_key"]

FactsKey = tuple[str, str, str]  # content hash, dialect, extractor version

LIVE = "live"  # the ref of a working tree
APPLICATION_ID = 0x63616C6C  # "call", in the header of every index file
LAYOUT_VERSION = 2  # of schema.sql: raise it with every change there, and indexes are rebuilt
_FACTS_AT_ONCE, _UNITS_AT_ONCE = 256, 512


class Index:
    """An open index. `rebuilt` says that it held an older layout, and is now empty."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.path = database.path
        self.rebuilt = database.rebuilt_from is not None
        database.run(_sql("temporary"))

    @classmethod
    def open(cls, path: Path, *, write: bool, patience: float = PATIENCE) -> Self:
        """Opens the index at `path`. For writing it is created if missing; for reading IndexNotReady is raised then.

        `patience` is how many seconds to wait for another process's lock before IndexBusy.
        """
        layout = Layout(APPLICATION_ID, LAYOUT_VERSION, text("callmap.store", "schema.sql"), derived=True)
        return cls(Database.open(Path(path), layout, write=write, patience=patience))

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def check(self) -> None:
        """Reads the whole database. Raises StoreTrouble if it is damaged."""
        self._database.check()

    def read(self) -> AbstractContextManager[None]:
        """A stretch in which all answers are of one generation. May be nested."""
        return self._database.read()

    # --- writing: blobs and units ---

    def known_facts(self, keys: Iterable[FactsKey]) -> set[FactsKey]:
        """Those of `keys` whose facts are kept."""
        with self.read():
            self._want_blobs(keys)
            return {(hash, dialect, version) for hash, dialect, version in self._rows("known_facts")}

    def load_facts(self, keys: Iterable[FactsKey]) -> Iterator[tuple[FactsKey, bytes]]:
        """The facts kept for `keys`, in any order. Keys without facts are left out; no transaction stays open."""
        for some in r.batches(keys, _FACTS_AT_ONCE):
            with self.read():
                self._want_blobs(some)
                rows = self._rows("load_facts")
            for hash, dialect, version, facts in rows:
                yield (hash, dialect, version), facts

    def blobs_at(self, paths: Collection[str]) -> dict[str, set[str]]:
        """What files of these paths hold, each in whatever snapshot."""
        found: dict[str, set[str]] = {path: set() for path in paths}
        for path, blob in self._rows("blobs_by_path") if found else ():
            found.setdefault(restored(path), set()).add(blob)
        return found

    def save_facts(self, rows: Iterable[tuple[FactsKey, bytes]]) -> None:
        """Keeps facts by their keys. What is kept already stays."""
        for some in r.batches(rows, _FACTS_AT_ONCE):
            with self._database.write():
                self._each("save_facts", ((*key, len(facts), facts) for key, facts in some))

    def save_units(self, units: Iterable[Unit]) -> dict[str, int]:
        """Keeps units, unless they are kept already. Gives path → unit id, for `flip`."""
        return self.save_prepared(map(r.prepare, units))

    def save_prepared(self, units: Iterable[r.Prepared]) -> dict[str, int]:
        """The same for units that `rows.prepare` has turned into rows."""
        ids: dict[str, int] = {}
        for some in r.batches(units, _UNITS_AT_ONCE):
            ids.update((unit.path, unit.id) for unit in some)
            with self._database.write():
                known = self._known_units(unit.id for unit in some)
                new = list({unit.id: unit for unit in some if unit.id not in known}.values())
                self._each("save_unit", (unit.row for unit in new))
                self._each("save_symbol", sorted(chain.from_iterable(unit.symbols for unit in new)))
                self._each("save_reference", sorted(chain.from_iterable(unit.references for unit in new)))
        return ids

    # --- writing: snapshots ---

    def flip(
        self,
        ref: str,
        tree: str,
        units: Mapping[str, int],
        files: Iterable[FileState],
        *,
        commit: str = "",
        versions: str = "",
        counters: Mapping[str, Any] | None = None,
        started_ns: int = 0,
    ) -> SnapshotRow:
        """Makes the snapshot of `ref` and `tree` hold exactly these units and files, in one transaction.

        Only rows that differ are written. Units and blobs that this snapshot had, and none has now, are removed.
        Raises IndexBusy, changing nothing, if another process removed a unit since it was saved: save it again.
        """
        id = _snapshot_id(ref, tree)
        with self._database.write():
            self._point(id, units, {file.path: file for file in files})
            values = {"commit": commit, "started_ns": started_ns, "finished_ns": time.time_ns()}
            values |= {"id": id, "ref": stored(ref), "tree": stored(tree), "versions": versions}
            self._run("save_snapshot", **values, counters=msgspec.json.encode(counters or {}).decode())
            return r.snapshot_row(self._rows("snapshots", every=0, id=id)[0])

    def drop(self, ref: str, tree: str) -> None:
        """Forgets a snapshot, and what only it had."""
        id = _snapshot_id(ref, tree)
        with self._database.write():
            self._point(id, {}, {})
            self._run("drop_snapshot", id=id)

    def touch_files(self, snapshot: int, times: Mapping[str, tuple[int, int]], started_ns: int = 0) -> None:
        """Notes new times (path → mtime, ctime in ns) of files whose content is the same. The generation stays."""
        with self._database.write():
            self._each("touch_file", ((*both, snapshot, stored(path)) for path, both in times.items()))
            self._run("touch_snapshot", id=snapshot, started_ns=started_ns)

    def sweep(self, versions: Collection[str] | None = None) -> None:
        """Removes units and facts that no snapshot has, as a run that was killed leaves them behind, and with
        `versions` the facts of all other extractor versions. Only for a process that knows it is the one writer."""
        with self._database.write():
            self._run("clear_doomed")
            self._run("doom_orphans")
            self._drop_doomed()
            if versions is not None:
                self._each("drop_fact_version", [row for row in self._rows("fact_versions") if row[0] not in versions])

    def _point(self, snapshot: int, units: Mapping[str, int], files: Mapping[str, FileState]) -> None:
        """Makes a snapshot's rows these ones, and removes what nothing points at any more."""
        old_units = dict(self._snapshot_units(snapshot))
        old_files = {file.path: file for file in self._files(snapshot)}
        new_units = {path: unit for path, unit in units.items() if old_units.get(path) != unit}
        new_files = [file for path, file in files.items() if old_files.get(path) != file]
        missing = set(new_units.values()) - self._known_units(new_units.values())
        if missing:
            raise IndexBusy(
                f"Another process removed {len(missing)} of the units to be shown from {self.path}. "
                "Nothing was changed: run `callmap index` again."
            )
        self._each("drop_snapshot_unit", ((snapshot, stored(path)) for path in old_units.keys() - units.keys()))
        self._each("save_snapshot_unit", ((snapshot, stored(path), unit) for path, unit in new_units.items()))
        self._each("drop_file", ((snapshot, stored(path)) for path in old_files.keys() - files.keys()))
        self._each("save_file", (r.stored_row((snapshot, *msgspec.structs.astuple(file))) for file in new_files))
        self._run("clear_doomed")
        self._each("doom_unit", ((unit,) for unit in set(old_units.values()) - set(units.values())))
        blobs = {file.blob for file in old_files.values()} - {file.blob for file in files.values()}
        self._each("doom_blob", ((stored(blob),) for blob in blobs))
        self._drop_doomed()

    def _drop_doomed(self) -> None:
        self._run("spare_doomed")
        for id, unit in self._units([id for (id,) in self._rows("doomed_units")]):
            self._each("drop_symbol", ((symbol_key(unit.path, symbol.name), id) for symbol in unit.symbols))
            self._each("drop_reference", r.reference_rows(unit, id))
        self._run("drop_doomed")

    # --- reading: snapshots and files ---

    def snapshot(self, ref: str, tree: str) -> SnapshotRow | None:
        """What is kept of a ref (of a working tree; "" for commits), or None."""
        rows = self._rows("snapshots", every=0, id=_snapshot_id(ref, tree))
        return r.snapshot_row(rows[0]) if rows else None

    def snapshots(self) -> list[SnapshotRow]:
        """All snapshots, by ref and tree."""
        return sorted(map(r.snapshot_row, self._rows("snapshots", every=1, id=0)), key=lambda row: (row.ref, row.tree))

    def files(self, snapshot: int) -> list[FileState]:
        """All files of a snapshot, skipped ones too, by path."""
        return sorted(self._files(snapshot), key=lambda file: file.path)

    def file(self, snapshot: int, path: str) -> FileState | None:
        """One file of a snapshot, indexed or skipped; None if it has none of that path."""
        return next(map(r.file_state, self._rows("file_at", snapshot=snapshot, path=stored(path))), None)

    def counts(self, snapshot: int) -> Counts:
        """How many files, symbols and edges of which sort a snapshot holds. Reads all its units: keep the answer."""
        counts = Counts()
        with self.read():
            for language, reason, count in self._rows("count_files", snapshot=snapshot):
                if reason:
                    counts.skipped[reason] += count
                else:
                    counts.files[language] += count
            for _, unit in self._units(id for _, id in self._snapshot_units(snapshot)):
                counts.add(unit)
        return counts

    # --- reading: symbols ---

    def symbols_named(self, snapshot: int, name: str, kinds: Collection[str] = (), file: str = "") -> list[SymbolRow]:
        """Symbols that a person may mean by `name`: a short name, the end of a dotted one (`Class.method`), a
        qualified name, or `path::Name` where the path may be its end only. `file` is part of a path, or a glob."""
        path, colons, inside = name.partition("::")
        with self.read():
            if colons and (exact := self.symbols_with_keys(snapshot, [symbol_key(path, inside)])):
                return exact
            found = r.by_place(
                row
                for row in self._symbols_short_named(snapshot, short_name(dotted(name)), file)
                if (not kinds or row.kind in kinds)
                and (means(row, name) or (colons and ends(row.path, path, "/") and means(row, inside)))
            )
            values = {"pattern": "%", "file": like(file, "%/"), "kinds": listed(kinds), "exact": stored(name)}
            return found or self._symbols("symbols_like", snapshot=snapshot, **values)

    def symbols_like(
        self, snapshot: int, pattern: str = "", kinds: Collection[str] = (), file: str = ""
    ) -> list[SymbolRow]:
        """Symbols whose name holds `pattern`, or fits it as a glob (* and ?), whatever the case; "" fits all.
        `file` is part of a path, or a glob for its end."""
        values = {"pattern": like(pattern, "%."), "file": like(file, "%/"), "kinds": listed(kinds), "exact": ""}
        return self._symbols("symbols_like", snapshot=snapshot, **values)

    def symbols_in(self, snapshot: int, path: str) -> list[SymbolRow]:
        """All symbols of one file, by their place."""
        with self.read():
            units = self._units([id for (id,) in self._rows("unit_at", snapshot=snapshot, path=stored(path))])
            return r.by_place(r.symbol_row(unit, symbol) for _, unit in units for symbol in unit.symbols)

    def symbols_at(self, snapshot: int, path: str, line: int) -> list[SymbolRow]:
        """Symbols whose lines hold a line of a file, the innermost first."""
        found = [row for row in self.symbols_in(snapshot, path) if row.line <= line <= row.end_line]
        return sorted(found, key=lambda row: (row.end_line - row.line, -row.line, -row.column, -len(row.name)))

    def symbols_with_keys(self, snapshot: int, keys: Iterable[int]) -> list[SymbolRow]:
        """The symbols that have those keys."""
        with self.read():
            self._set_frontier(keys)
            return self._symbols("symbols_with_keys", snapshot=snapshot)

    def all_names(self, snapshot: int) -> list[str]:
        """Every short name and every dotted name, each once, sorted: for "did you mean"."""
        names = {restored(name) for (name,) in self._rows("all_names", snapshot=snapshot)}
        return sorted((names | {short_name(name) for name in names}) - {""})

    # --- reading: edges ---

    def edges_to(self, snapshot: int, keys: Iterable[int]) -> list[EdgeRow]:
        """Edges whose callee is one of `keys`, by the caller's place."""
        wanted = frozenset(keys)
        with self.read():
            self._set_frontier(wanted)
            units = self._rows("units_that_refer", snapshot=snapshot, file="%")
            return r.by_site(self._edges(snapshot, units, lambda _, edge: r.callee_key(edge) in wanted))

    def edges_from(self, snapshot: int, keys: Iterable[int]) -> list[EdgeRow]:
        """Edges whose caller is one of `keys`, unresolved ones too, by their place."""
        wanted = frozenset(keys)
        with self.read():
            self._set_frontier(wanted)
            units = self._rows("units_that_define", snapshot=snapshot)
            return r.by_site(self._edges(snapshot, units, lambda path, edge: symbol_key(path, edge.caller) in wanted))

    def unresolved_calls_named(self, snapshot: int, name: str, limit: int = 20) -> tuple[int, list[EdgeRow]]:
        """How many calls of that last identifier have no known target, and the first `limit` of them."""
        with self.read():
            pattern = f"%\n{literally(stored(name))}\n%"
            units = self._rows("units_with_unresolved", snapshot=snapshot, pattern=pattern)
            found = self._edges(snapshot, units, lambda _, edge: edge.called == name and not edge.callee_path)
            shown = list(islice(found, limit))
            return len(shown) + sum(1 for _ in found), shown

    def edges(self, snapshot: int, paths: str = "", confidence: Collection[str] = ()) -> Iterator[EdgeRow]:
        """All edges, or those in files that fit a glob (`src/*.py`; * crosses /), by path and place in the file.

        A read transaction stays open until the iterator ends or is closed.
        """
        with self.read():
            units = [row for row in self._snapshot_units(snapshot) if not paths or fnmatchcase(row[0], paths)]
            yield from self._edges(snapshot, units, lambda _, edge: not confidence or edge.confidence in confidence)

    def _symbols(self, query: str, **values: Any) -> list[SymbolRow]:
        with self.read():
            places: dict[int, list[int]] = {}
            for id, seq in self._rows(query, **values):
                places.setdefault(id, []).append(seq)
            return r.by_place(
                r.symbol_row(unit, unit.symbols[seq]) for id, unit in self._units(places) for seq in places[id]
            )

    def _symbols_short_named(self, snapshot: int, name: str, file: str) -> Iterator[SymbolRow]:
        self._set_frontier([r.definition_key(name)])
        places = self._rows("units_that_refer", snapshot=snapshot, file=like(file, "%/"))
        for _, unit in self._units(id for _, id in places):
            yield from (r.symbol_row(unit, symbol) for symbol in unit.symbols if short_name(symbol.name) == name)

    def _edges(self, snapshot: int, units: Iterable[Row], wanted: Callable[[str, Edge], bool]) -> Iterator[EdgeRow]:
        """The wanted edges of units (path, id), by path and place in the file."""
        for some in r.batches(sorted(units), _UNITS_AT_ONCE):
            loaded = dict(self._units(id for _, id in some))
            chosen = [
                (unit, seq, edge)
                for unit in (loaded[id] for _, id in some)
                for seq, edge in enumerate(unit.edges)
                if wanted(unit.path, edge)
            ]
            self._set_frontier(key for _, _, edge in chosen if (key := r.callee_key(edge)) is not None)
            callees = {row[0]: r.end(row) for row in self._rows("ends", snapshot=snapshot)}
            for unit, of_unit in groupby(chosen, lambda found: found[0]):
                callers = r.unit_ends(unit)
                yield from (r.edge_row(unit, seq, edge, callers, callees) for _, seq, edge in of_unit)

    def _units(self, ids: Iterable[int]) -> Iterator[tuple[int, Unit]]:
        """Units by their ids, in any order. Stands inside a transaction of its caller."""
        for some in r.batches(ids, _UNITS_AT_ONCE):
            self._want_units(some)
            for id, content in self._rows("load_units"):
                yield id, r.unpack(content)

    def _snapshot_units(self, snapshot: int) -> list[tuple[str, int]]:
        return [(restored(path), unit) for path, unit in self._rows("snapshot_units", snapshot=snapshot)]

    def _files(self, snapshot: int) -> Iterator[FileState]:
        return map(r.file_state, self._rows("files", snapshot=snapshot))

    def _known_units(self, ids: Iterable[int]) -> set[int]:
        self._want_units(ids)
        return {id for (id,) in self._rows("known_units")}

    def _set_frontier(self, keys: Iterable[int]) -> None:
        self._run("clear_frontier")
        self._each("add_frontier", ((key,) for key in set(keys)))

    def _want_units(self, ids: Iterable[int]) -> None:
        self._run("clear_wanted_units")
        self._each("add_wanted_unit", ((id,) for id in set(ids)))

    def _want_blobs(self, keys: Iterable[FactsKey]) -> None:
        self._run("clear_wanted_blobs")
        self._each("add_wanted_blob", set(keys))

    def _rows(self, query: str, **values: Any) -> list[Row]:
        return self._database.rows(_sql(query), values)

    def _run(self, query: str, **values: Any) -> None:
        self._database.run(_sql(query), values)

    def _each(self, query: str, rows: Iterable[Row]) -> None:
        self._database.run_many(_sql(query), rows)


def _snapshot_id(ref: str, tree: str) -> int:
    return r.number(f"{ref}\0{tree}".encode("utf-8", "surrogatepass"))


def _sql(name: str) -> str:
    return blocks("callmap.store", "queries.sql")[name]
