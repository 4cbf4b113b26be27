"""What an index holds, for asking: takes a snapshot and names, keys or places, gives symbols, edges, files and counts.

Only this module reads `queries.sql`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from callmap.errors import Stopped
from callmap.model import FileState, Unit, short_name
from callmap.store import rows as r
from callmap.store.blocks import blocks
from callmap.store.database import Database
from callmap.store.loaded import SHELF, Loaded
from callmap.store.names import dotted, ends, like, listed, literally, means
from callmap.store.rows import Counts, EdgeRow, Row, SnapshotRow, SymbolRow, restored, stored, symbol_key
from callmap.store.words import bucket_of, hits_of

_UNITS_AT_ONCE = 512
_MOST_NAMES_KEPT = 4  # generations whose names are kept in memory
_names: dict[tuple[Any, ...], list[str]] = {}


class Reader:
    """An index that is open, at least for reading."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.path: Path = database.path
        self.stopped = False
        database.run(_sql("temporary"))

    def close(self) -> None:
        self._database.close()

    def stop(self) -> None:
        """For another thread: whoever reads here is to end. The next look into the database raises Stopped."""
        self.stopped = True

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

    # --- reading: snapshots and files ---

    def snapshot(self, ref: str, tree: str) -> SnapshotRow | None:
        """What is kept of a ref (of a working tree; "" for commits), or None."""
        rows = self._rows("snapshots", every=0, id=snapshot_id(ref, tree))
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
            for _, unit in self._units(self.unit_ids(snapshot).values()):
                counts.add(unit)
        return counts

    def unit_ids(self, snapshot: int) -> dict[str, int]:
        """Which unit stands at each path of a snapshot."""
        return {restored(path): unit for path, unit in self._rows("snapshot_units", snapshot=snapshot)}

    def trace_ids(self, snapshot: int) -> dict[str, int]:
        """Which trace is kept of each path of a snapshot."""
        return {restored(path): trace for path, trace in self._rows("snapshot_traces", snapshot=snapshot)}

    def traces(self, snapshot: int) -> dict[str, tuple[int, bytes, bytes]]:
        """Path → (id of its trace, marks, given names) of all linked files of a snapshot."""
        return {
            restored(path): (id, marks, given) for path, id, marks, given in self._rows("traces", snapshot=snapshot)
        }

    def sizes(self) -> dict[str, int]:
        """How many bytes each file content has that some commit lists."""
        return dict(self._rows("sizes"))

    def trace(self, id: int) -> bytes:
        """One trace, packed; nothing if it is not kept."""
        return next((content for (content,) in self._rows("trace", id=id)), b"")

    def listing(self, snapshot: int, versions: str) -> bytes:
        """How the directories of a working tree were listed, packed; nothing if that is not known."""
        found = self._rows("listing", snapshot=snapshot, versions=versions)
        return next((content for (content,) in found), b"")

    def linking(self, snapshot: int) -> bytes:
        """What is kept of a snapshot's linking as a whole, packed; nothing if it is not kept."""
        return next((content for (content,) in self._rows("linking", id=snapshot)), b"")

    def units(self, ids: Iterable[int]) -> dict[int, Unit]:
        """Units by their ids."""
        with self.read():
            return dict(self._units(ids))

    def usage(self) -> dict[int, tuple[int, int]]:
        """Snapshot → bytes in all its units, and in those that no other snapshot has."""
        return {snapshot: (size, own) for snapshot, size, own in self._rows("usage")}

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
        """Every short name and every dotted name, each once, sorted: for "did you mean". Kept until they change."""
        when = [(row[4], row[6]) for row in self._rows("snapshots", every=0, id=snapshot)]  # generation, when it ended
        key = (self.path, snapshot, *when)
        if key not in _names:
            if len(_names) >= _MOST_NAMES_KEPT:
                _names.clear()
            names = {restored(name) for (name,) in self._rows("all_names", snapshot=snapshot)}
            _names[key] = sorted((names | {short_name(name) for name in names}) - {""})
        return _names[key].copy()

    def hits(self, snapshot: int, word: str, language: str = "") -> list[tuple[int, array[int]]]:
        """(unit, hits) of a word: see words.py."""
        wanted = {"bucket": bucket_of(word), "pattern": f"% {word} %"}  # words hold no character that LIKE knows
        rows = self._rows("hits", snapshot=snapshot, language=language, **wanted)
        return [(unit, hits_of(word, words, packed)) for unit, words, packed in rows]

    def symbols_of(self, places: Mapping[int, Collection[int]]) -> dict[tuple[int, int], SymbolRow]:
        """The symbols at places in units: (unit, place) → symbol."""
        with self.read():
            return {(id, seq): r.symbol_row(u, u.symbols[seq]) for id, u in self._units(places) for seq in places[id]}

    def referring(self, snapshot: int, keys: Iterable[int]) -> dict[int, int]:
        """In how many files each of the symbols with those keys is referred to."""
        with self.read():
            self._set_frontier(keys)
            return dict(self._rows("units_referring", snapshot=snapshot))

    # --- reading: edges ---

    def edges_to(self, snapshot: int, keys: Iterable[int]) -> list[EdgeRow]:
        """Edges whose callee is one of `keys`, by the caller's place."""
        wanted = frozenset(keys)
        with self.read():
            self._set_frontier(wanted)
            units = self._rows("units_that_refer", snapshot=snapshot, file="%")
            return r.by_site(self._edges(snapshot, units, lambda loaded: loaded.to(wanted)))

    def edges_from(self, snapshot: int, keys: Iterable[int]) -> list[EdgeRow]:
        """Edges whose caller is one of `keys`, unresolved ones too, by their place."""
        wanted = frozenset(keys)
        with self.read():
            self._set_frontier(wanted)
            units = self._rows("units_that_define", snapshot=snapshot)
            return r.by_site(self._edges(snapshot, units, lambda loaded: loaded.going_from(wanted)))

    def unresolved_calls_named(self, snapshot: int, name: str, limit: int = 20) -> tuple[int, list[EdgeRow]]:
        """How many calls of that last identifier have no known target, and the first `limit` of them."""
        with self.read():
            pattern = f"%\n{literally(stored(name))}\n%"
            units = self._rows("units_with_unresolved", snapshot=snapshot, pattern=pattern)
            found = self._edges(snapshot, units, lambda loaded: loaded.unresolved(name))
            shown = list(islice(found, limit))
            return len(shown) + sum(1 for _ in found), shown

    def edges(self, snapshot: int, paths: str = "", confidence: Collection[str] = ()) -> Iterator[EdgeRow]:
        """All edges, or those in files that fit a glob (`src/*.py`; * crosses /), by path and place in the file.

        A read transaction stays open until the iterator ends or is closed.
        """
        with self.read():
            units = [row for row in self.unit_ids(snapshot).items() if not paths or fnmatchcase(row[0], paths)]
            yield from self._edges(snapshot, units, lambda loaded: loaded.sure(confidence))

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
        for _, loaded in self._loaded(id for _, id in places):
            unit = loaded.unit
            yield from (r.symbol_row(unit, unit.symbols[seq]) for seq in loaded.named(name))

    def _edges(
        self, snapshot: int, units: Iterable[Row], wanted: Callable[[Loaded], Iterable[int]]
    ) -> Iterator[EdgeRow]:
        """The wanted edges (by their places in the file) of units (path, id), by path and place."""
        for some in r.batches(sorted(units), _UNITS_AT_ONCE):
            loaded = dict(self._loaded(id for _, id in some))
            chosen = [(unit, wanted(unit)) for unit in (loaded[id] for _, id in some)]
            chosen = [(unit, seqs) for unit, seqs in chosen if seqs]
            keys = {key for unit, seqs in chosen for seq in seqs if (key := unit.callee_keys[seq]) is not None}
            self._set_frontier(keys)
            callees = {row[0]: r.end(row) for row in self._rows("ends", snapshot=snapshot)}
            for unit, seqs in chosen:
                edges, callers = unit.unit.edges, unit.ends
                yield from (r.edge_row(unit.unit, seq, edges[seq], callers, callees) for seq in seqs)

    def _units(self, ids: Iterable[int]) -> Iterator[tuple[int, Unit]]:
        """Units by their ids, in any order. Stands inside a transaction of its caller."""
        for id, loaded in self._loaded(ids):
            yield id, loaded.unit

    def _loaded(self, ids: Iterable[int]) -> Iterator[tuple[int, Loaded]]:
        for some in r.batches(ids, _UNITS_AT_ONCE):
            known = SHELF.those(some)
            yield from known.items()
            missing = [id for id in some if id not in known]
            if missing:
                self._want_units(missing)
                for id, content in self._rows("load_units"):
                    yield id, SHELF.put(id, content)

    def _files(self, snapshot: int) -> Iterator[FileState]:
        return map(r.file_state, self._rows("files", snapshot=snapshot))

    def _set_frontier(self, keys: Iterable[int]) -> None:
        self._run("clear_frontier")
        self._each("add_frontier", ((key,) for key in set(keys)))

    def _want_units(self, ids: Iterable[int]) -> None:
        self._run("clear_wanted_units")
        self._each("add_wanted_unit", ((id,) for id in set(ids)))

    def _rows(self, query: str, **values: Any) -> list[Row]:
        if self.stopped:
            raise Stopped("The question was withdrawn before it was answered.")
        return self._database.rows(_sql(query), values)

    def _run(self, query: str, **values: Any) -> None:
        self._database.run(_sql(query), values)

    def _each(self, query: str, rows: Iterable[Row]) -> None:
        self._database.run_many(_sql(query), rows)


def snapshot_id(ref: str, tree: str) -> int:
    return r.number(f"{ref}\0{tree}".encode("utf-8", "surrogatepass"))


def _sql(name: str) -> str:
    return blocks("callmap.store", "queries.sql")[name]
