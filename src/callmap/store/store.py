"""The index: takes facts, units and snapshots, and keeps them. `Reader` answers what a snapshot holds.

Blobs and units are immutable and named by their content; a snapshot only points at them. So writing goes in two
steps: many small transactions that add blobs and units nobody sees yet, and one `flip` that makes a snapshot point
at them. A reader sees the old snapshot or the new one, never a mixture. A question that needs several calls asks them
all inside `Index.read()`.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from callmap.errors import IndexBusy
from callmap.model import FileState, Unit
from callmap.store import rows as r
from callmap.store.blocks import text
from callmap.store.database import PATIENCE, Database, Layout
from callmap.store.reading import Reader, snapshot_id
from callmap.store.rows import Counts, EdgeRow, End, SnapshotRow, SymbolRow, restored, stored, symbol_key
from callmap.store.words import BUCKETS

__all__ = ["LIVE", "Counts", "EdgeRow", "End", "FactsKey", "Index", "Listed", "SnapshotRow", "SymbolRow", "symbol_key"]

FactsKey = tuple[str, str, str]  # content hash, dialect, extractor version

LIVE = "live"  # the ref of a working tree
APPLICATION_ID = 0x63616C6C  # "call", in the header of every index file
LAYOUT_VERSION = 7  # of schema.sql: raise it with every change there, and indexes are rebuilt
_FACTS_AT_ONCE, _UNITS_AT_ONCE = 256, 512
_FEW_PATHS = 64  # that are quicker asked for one by one
_MANY_OF = 32  # of all units one in so many: to go through all rows takes less time than to look up theirs


class Listed(NamedTuple):
    """A file as a snapshot lists it."""

    state: FileState
    unit: int  # 0: it has none
    trace: int  # likewise
    id: int  # of all this


class Index(Reader):
    """An open index. `rebuilt` says that it held an older layout, and is now empty."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.rebuilt = database.rebuilt_from is not None
        self._listed: dict[str, Listed] = {}  # files that were asked for: their ids need not be computed again

    @classmethod
    def open(cls, path: Path, *, write: bool, patience: float = PATIENCE) -> Self:
        """Opens the index at `path`. For writing it is created if missing; for reading IndexNotReady is raised then.

        `patience` is how many seconds to wait for another process's lock before IndexBusy.
        """
        layout = Layout(APPLICATION_ID, LAYOUT_VERSION, text("callmap.store", "schema.sql"), derived=True)
        return cls(Database.open(Path(path), layout, write=write, patience=patience))

    def listed(self, snapshot: int) -> dict[str, Listed]:
        """All files of a snapshot by path, skipped ones too."""
        found = [Listed(r.file_state(row[3:]), *row[:3]) for row in self._rows("listed", snapshot=snapshot)]
        self._listed = {each.state.path: each for each in found}
        return self._listed

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

    def facts_of(self, key: FactsKey) -> bytes | None:
        """The facts kept for one key."""
        hash, dialect, version = key
        return next((facts for (facts,) in self._rows("facts_of", hash=hash, dialect=dialect, version=version)), None)

    def blobs_at(self, paths: Collection[str]) -> dict[str, set[str]]:
        """What files of these paths hold, each in whatever snapshot."""
        if len(paths) <= _FEW_PATHS:
            return {path: {blob for (blob,) in self._rows("blobs_at", path=stored(path))} for path in paths}
        found: dict[str, set[str]] = {path: set() for path in paths}
        for path, blob in self._rows("blobs_by_path"):
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

    def together(self) -> AbstractContextManager[None]:
        """Inside, all that is saved is saved at once: pages that many units share are written once."""
        return self._database.write()

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
                self._each("save_reference", sorted(chain.from_iterable([unit.references() for unit in new])))
                self._each("save_word", sorted(chain.from_iterable([unit.word_rows() for unit in new])))
        return ids

    def save_traces(self, traces: Mapping[str, tuple[bytes, bytes, bytes]]) -> dict[str, int]:
        """Keeps what linking files took and gave (marks, given names, trace). Gives path → id, for `flip`."""
        ids = {path: r.number(b"\0".join(parts)) for path, parts in traces.items()}
        with self._database.write():
            self._each("save_trace", sorted((ids[path], *parts) for path, parts in traces.items()))
        return ids

    # --- writing: snapshots ---

    def flip(
        self,
        ref: str,
        tree: str,
        units: Mapping[str, int],
        files: Iterable[FileState],
        *,
        traces: Mapping[str, int] | None = None,
        linking: bytes = b"",
        commit: str = "",
        versions: str = "",
        counters: Mapping[str, Any] | None = None,
        started_ns: int = 0,
    ) -> SnapshotRow:
        """Makes the snapshot of `ref` and `tree` hold exactly these units and files, in one transaction.

        Only rows that differ are written. Units and blobs that this snapshot had, and none has now, are removed.
        Raises IndexBusy, changing nothing, if another process removed a unit since it was saved: save it again.
        """
        id = snapshot_id(ref, tree)
        with self._database.write():
            self._point(id, units, traces or {}, {file.path: file for file in files})
            values = {"commit": commit, "started_ns": started_ns, "finished_ns": time.time_ns()}
            values |= {"id": id, "ref": stored(ref), "tree": stored(tree), "versions": versions}
            self._run("save_snapshot", **values, linking=linking, counters=msgspec.json.encode(counters or {}).decode())
            return r.snapshot_row(self._rows("snapshots", every=0, id=id)[0])

    def drop(self, ref: str, tree: str) -> None:
        """Forgets a snapshot, and what only it had."""
        id = snapshot_id(ref, tree)
        with self._database.write():
            self._point(id, {}, {}, {})
            self._run("drop_snapshot", id=id)
            self._run("drop_listing", snapshot=id)

    def touch_files(self, snapshot: int, times: Mapping[str, tuple[int, int]], started_ns: int = 0) -> None:
        """Notes new times (path → mtime, ctime in ns) of files whose content is the same. The generation stays."""
        with self._database.write():
            units, traces = self.unit_ids(snapshot), self.trace_ids(snapshot)
            files = {file.path: file for file in self._files(snapshot)}
            for path, (mtime, ctime) in times.items():
                files[path] = msgspec.structs.replace(files[path], mtime_ns=mtime, ctime_ns=ctime)
            if times:
                self._point(snapshot, units, traces, files)
            self._run("touch_snapshot", id=snapshot, started_ns=started_ns)

    def save_listing(self, snapshot: int, versions: str, content: bytes) -> None:
        """Keeps how the directories of a working tree were listed (see read/disk.py)."""
        with self._database.write():
            self._run("save_listing", snapshot=snapshot, versions=versions, content=content)

    def squeeze(self) -> None:
        """Gives the space of what was removed back to the system."""
        self._database.squeeze()

    def sweep(self, versions: Collection[str] | None = None) -> None:
        """Removes units and facts that no snapshot has, as a run that was killed leaves them behind, and with
        `versions` the facts of all other extractor versions. Only for a process that knows it is the one writer."""
        with self._database.write():
            self._run("clear_doomed")
            self._run("doom_orphans")
            self._drop_doomed()
            if versions is not None:
                self._each("drop_fact_version", [row for row in self._rows("fact_versions") if row[0] not in versions])

    def _point(
        self, snapshot: int, units: Mapping[str, int], traces: Mapping[str, int], files: Mapping[str, FileState]
    ) -> None:
        """Makes a snapshot list these files, and removes what nothing lists any more."""
        listed = {self._file_id(file, units.get(path, 0), traces.get(path, 0)): path for path, file in files.items()}
        before = {id for (id,) in self._rows("listed_files", snapshot=snapshot)}
        new = [id for id in listed if id not in before]
        wanted = set(units.values()) - {units.get(path, 0) for id, path in listed.items() if id in before}
        missing = wanted - self._known_units(wanted)
        if missing:
            raise IndexBusy(
                f"Another process removed {len(missing)} of the units to be shown from {self.path}. "
                "Nothing was changed: run `callmap index` again."
            )
        rows = [(id, files[path], units.get(path, 0), traces.get(path, 0)) for id in new for path in (listed[id],)]
        self._each("save_file", (r.file_row(*row) for row in rows))
        self._each("list_file", ((id, snapshot) for id in new))
        gone = before - listed.keys()
        self._each("unlist_file", ((id, snapshot) for id in gone))
        self._run("clear_doomed")
        self._each("doom_file", ((id,) for id in gone))
        self._run("spare_listed_files")
        self._run("doom_content")
        self._drop_doomed()

    def _file_id(self, file: FileState, unit: int, trace: int) -> int:
        known = self._listed.get(file.path)
        if known is not None and known.state is file and known.unit == unit and known.trace == trace:
            return known.id
        return r.file_id(file, unit, trace)

    def _drop_doomed(self) -> None:
        self._run("spare_doomed")
        doomed = [id for (id,) in self._rows("doomed_units")]
        if len(doomed) * _MANY_OF > self._rows("count_units")[0][0]:
            self._run("drop_rows_of_doomed")
        else:
            for id, unit in self._units(doomed):
                self._each("drop_symbol", ((symbol_key(unit.path, symbol.name), id) for symbol in unit.symbols))
                self._each("drop_reference", ((key, id) for key in r.reference_keys(unit)))
                self._each("drop_word", ((bucket, id) for bucket in range(BUCKETS)))
        self._run("drop_doomed")

    def _known_units(self, ids: Iterable[int]) -> set[int]:
        self._want_units(ids)
        return {id for (id,) in self._rows("known_units")}

    def _want_blobs(self, keys: Iterable[FactsKey]) -> None:
        self._run("clear_wanted_blobs")
        self._each("add_wanted_blob", set(keys))
