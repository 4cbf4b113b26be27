"""The one door to the database engine: takes a path and a `Layout`, gives transactions and rows, raises our errors.

The only importer of a driver. Three rules live here, and nowhere else:

- A file is looked at before it is opened: its header, and the rest through an `immutable` connection, which takes no
  lock, replays no journal and leaves no `-wal` beside it. What is not ours, is damaged or comes from a newer callmap
  keeps every byte.
- A database comes into being whole: it is built beside its place and renamed into it, so its header always tells
  whose it is. Afterwards the header changes only when an older layout is rebuilt.
- A transaction that writes takes the write lock when it begins; one that reads sees one generation until it ends.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote_from_bytes

import apsw
import msgspec

from callmap.errors import DiskTrouble, IndexBusy, IndexNotReady, StoreFromTheFuture, StoreTrouble

Row = tuple[Any, ...]
Values = Mapping[str, Any] | Sequence[Any]

PATIENCE = 5.0  # seconds to wait for another process's lock
PAGE_SIZE = 16384  # bytes: facts and units are long, and every page costs two calls to the system
_HEADER = 100  # bytes: whose file it is, of which layout
_BESIDE = ("-wal", "-shm", "-journal")
_SETTINGS = {
    "synchronous": "NORMAL",  # a power cut may lose the last commits, never the file: what is kept here is derived
    "temp_store": "MEMORY",
    "cache_size": -8192,  # KiB: with three times as much a tenth fewer reads go to the system, which has the pages
    "wal_autocheckpoint": 4096,  # pages: a checkpoint waits for the disk, so not in the middle of a normal run
    "journal_size_limit": 64 << 20,
    "trusted_schema": "OFF",
}
_PRECIOUS = {
    "synchronous": "FULL",  # what was acknowledged outlives a power cut
    "secure_delete": "ON",  # what is deleted is overwritten
}


class Layout(msgspec.Struct, frozen=True):
    """What a database of ours holds. `derived`: it can be made anew, so an older version is dropped and recreated; what
    is not derived is written with more care. The rest are the sentences that tell what to do when it is not there, was
    made by somebody else, or is damaged."""

    application_id: int
    version: int
    schema: str
    derived: bool
    if_missing: str = "There is no index at {path} yet. Run `callmap index` to make one."
    if_foreign: str = "Move it away, or point callmap at another data directory, and run `callmap index`."
    if_damaged: str = (
        "If it was callmap's index, delete it and the files {name}-wal and {name}-shm beside it, and run "
        "`callmap index`: an index can always be made again."
    )

    def says(self, sentence: str, path: Path) -> str:
        return sentence.format(path=path, name=path.name)


class Database:
    """An open database. `rebuilt_from` is the older layout's version that opening it replaced, else None."""

    def __init__(self, path: Path, layout: Layout, connection: apsw.Connection) -> None:
        self.path = path
        self._layout = layout
        self.rebuilt_from: int | None = None
        self._connection = connection
        self._readers = 0

    @classmethod
    def open(cls, path: Path, layout: Layout, *, write: bool, patience: float = PATIENCE) -> Self:
        """Opens `path`, for writing creating what is missing (directories 0700, files 0600).

        Raises IndexNotReady when there is nothing to read yet, StoreTrouble when the file cannot be used.
        """
        with _our_errors(path, layout):
            if write:
                _make_directory(path.parent)
                while not path.exists() or path.stat().st_size == 0:
                    _create(path, layout)
            elif not path.exists() or path.stat().st_size == 0:
                raise IndexNotReady(layout.says(layout.if_missing, path))
            _look(path, layout)
            if write and path.stat().st_mode & 0o077:
                path.chmod(0o600)
            database = cls(path, layout, _connection(path, write))
        try:
            database._prepare(layout, write, patience)
        except BaseException:
            database._close_untouched()
            raise
        return database

    def close(self) -> None:
        with _our_errors(self.path, self._layout):
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @contextlib.contextmanager
    def write(self) -> Iterator[None]:
        """A transaction, or part of the one it stands in, with the write lock; undone as a whole if its body raises."""
        if self._readers:
            raise RuntimeError("A write cannot begin inside a read: finish the read (or close its iterator) first.")
        if self._connection.in_transaction:
            return (yield)
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                with contextlib.suppress(apsw.Error):  # the first error is the one to tell
                    self._connection.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def read(self) -> Iterator[None]:
        """A stretch in which everything read is of one generation. May be nested, and stand inside a write."""
        if self._readers == 0 and self._connection.in_transaction:
            return (yield)
        if self._readers == 0:
            self.run("BEGIN")
        self._readers += 1
        try:
            yield
        finally:
            self._readers -= 1
            if self._readers == 0 and self._connection.in_transaction:
                self.run("COMMIT")

    def run(self, sql: str, values: Values = ()) -> None:
        """Runs one or several statements whose rows nobody wants."""
        self.rows(sql, values)

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs one statement once for each row of values."""
        with _our_errors(self.path, self._layout):
            self._connection.executemany(sql, rows)

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """All rows that a statement gives."""
        with _our_errors(self.path, self._layout):
            return list(self._connection.execute(sql, values))

    def check(self) -> None:
        """Reads all of it; raises StoreTrouble if anything in the file contradicts itself."""
        problems = [str(row[0]) for row in self.rows("PRAGMA integrity_check(3)")]
        if problems != ["ok"]:
            advice = self._layout.says(self._layout.if_damaged, self.path)
            raise StoreTrouble(f"The database {self.path} is damaged ({'; '.join(problems)[:300]}). {advice}")

    def copy_to(self, path: Path) -> None:
        """Puts a copy of one generation at `path`, whole or not at all, and not before the disk has it."""
        descriptor, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with _our_errors(path), contextlib.closing(apsw.Connection(draft)) as copy:
                with copy.backup("main", self._connection, "main") as backup:
                    backup.step()
                copy.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, nothing beside it
            os.fsync(descriptor)
            os.replace(draft, path)
            _sync_directory(path.parent)
        finally:
            os.close(descriptor)
            _remove(draft)

    def squeeze(self) -> None:
        """Writes the file anew, so that nothing that was deleted is left in it or beside it."""
        self.run("VACUUM")
        ((blocked, _, _),) = self.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        if blocked:
            raise IndexBusy(
                f"Another process is reading {self.path}, so what was deleted still lies in {self.path.name}-wal. "
                "Run the command again when that process has ended."
            )

    def _prepare(self, layout: Layout, write: bool, patience: float) -> None:
        with _our_errors(self.path, self._layout):
            self._connection.set_busy_timeout(round(patience * 1000))
        for name, value in (_SETTINGS if layout.derived else _SETTINGS | _PRECIOUS).items():
            self.run(f"PRAGMA {name} = {value}")
        version = self._version()  # again: the header may be older than what lies in the -wal
        _check_version(self.path, layout, version)
        if version < layout.version:
            if not write:
                raise IndexNotReady(f"The index {self.path} is of an older callmap. Run `callmap index` to rebuild it.")
            self._rebuild(layout)

    def _rebuild(self, layout: Layout) -> None:
        with self.write():
            version = self._version()
            if version >= layout.version:  # another process was faster
                return
            for kind, name in self.rows("SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view')"):
                if not name.startswith("sqlite_"):
                    quoted = name.replace('"', '""')
                    self.run(f'DROP {kind} "{quoted}"')
            self.run(layout.schema)
            self.run(f"PRAGMA user_version = {layout.version}")
            self.rebuilt_from = version
        self.run("PRAGMA wal_checkpoint(TRUNCATE)")  # so that the header says so too

    def _version(self) -> int:
        return int(self.rows("PRAGMA user_version")[0][0])

    def _close_untouched(self) -> None:
        """Closes without the tidying that would move a -wal into a file that we refused."""
        with contextlib.suppress(apsw.Error):
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            self._connection.close()


class Foreign:
    """A stranger's database, for reading: a copy of it is opened, so that not even its journal is touched."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._place = tempfile.TemporaryDirectory(prefix="callmap-")
        copy = os.path.join(self._place.name, "copy")
        with _our_errors(self.path):
            for ending in ("", "-wal"):
                if not ending or os.path.isfile(path + ending):
                    shutil.copyfile(path + ending, copy + ending)
            self._connection = apsw.Connection(copy)
            found = self._connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        self.tables = frozenset(str(name) for (name,) in found)

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table, by the names of its columns."""
        quoted = table.replace('"', '""')
        with _our_errors(self.path):
            for row in (cursor := self._connection.execute(f'SELECT * FROM "{quoted}"')):
                yield {str(about[0]): value for about, value in zip(cursor.get_description(), row, strict=True)}

    def close(self) -> None:
        self._connection.close()
        self._place.cleanup()


def make_foreign(path: Path, schema: str, tables: Mapping[str, Iterable[Sequence[Any]]]) -> dict[str, int]:
    """Writes a database for another program, whole or not at all; how many rows each table has."""
    draft, counts = f"{path}.draft", dict[str, int]()
    _remove(draft)
    try:
        with _our_errors(path), contextlib.closing(apsw.Connection(draft)) as connection, connection:
            connection.execute(schema).fetchall()
            for table, rows in tables.items():
                counts[table] = len(listed := list(rows))
                if listed:
                    marks = ", ".join("?" * len(listed[0]))
                    connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", listed)
        os.replace(draft, path)
    finally:
        _remove(draft)
    return counts


def _make_directory(directory: Path) -> None:
    if not directory.is_dir():
        _make_directory(directory.parent)
        directory.mkdir(mode=0o700, exist_ok=True)


def _create(path: Path, layout: Layout) -> None:
    """Puts a complete, empty database in the place of a missing or 0-byte file. Several processes may try at once."""
    place = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(place, fcntl.LOCK_EX)
        mine = os.fstat(place)
        if mine.st_size or not path.exists() or path.stat().st_ino != mine.st_ino:
            return  # another process was faster
        draft = os.fspath(path.with_name(f".{path.name}.draft"))
        _remove(draft)  # left by a process that was killed here
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        try:
            with contextlib.closing(apsw.Connection(draft)) as new:
                new.execute(
                    f"PRAGMA page_size = {PAGE_SIZE}; BEGIN; {layout.schema};"
                    f"PRAGMA application_id = {layout.application_id}; PRAGMA user_version = {layout.version};"
                    "COMMIT; PRAGMA journal_mode = WAL;"
                ).fetchall()
            for ending in _BESIDE:  # left by a database that is gone: replaying it would ruin the new one
                Path(f"{path}{ending}").unlink(missing_ok=True)
            os.replace(draft, path)
            if not layout.derived:
                _sync_directory(path.parent)
        finally:
            _remove(draft)
    finally:
        os.close(place)


def _remove(database: str) -> None:
    for ending in ("", *_BESIDE):
        Path(database + ending).unlink(missing_ok=True)


def _sync_directory(directory: Path) -> None:
    """A new name in a directory is on the disk only when the directory is."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _look(path: Path, layout: Layout) -> None:
    """Raises if the file is not ours, is damaged or is newer than we are. Changes nothing, leaves nothing behind."""
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if len(header) < _HEADER or not header.startswith(b"SQLite format 3\0"):
        raise apsw.NotADBError("file is not a database")
    if int.from_bytes(header[68:72], "big", signed=True) != layout.application_id:
        raise StoreTrouble(
            f"The file {path} was made by another program, not by callmap, and was left as it is. "
            + layout.says(layout.if_foreign, path)
        )
    _check_version(path, layout, int.from_bytes(header[60:64], "big", signed=True))
    try:
        _look_inside(path)
    except _DAMAGED:
        # With a -wal, the file alone need not be whole: a part of it is still in there, or is just being moved.
        if not Path(f"{path}-wal").exists():
            _look_inside(path)  # again: it may have been moved by now


def _connection(path: Path, write: bool) -> apsw.Connection:
    """Readers, too, write beside the file, to tell each other. Where nobody can (a read-only disk), it is whole."""
    if write or os.access(path.parent, os.W_OK) or os.path.exists(f"{path}-wal"):
        return apsw.Connection(os.fspath(path), apsw.SQLITE_OPEN_READWRITE if write else apsw.SQLITE_OPEN_READONLY)
    return _as_it_lies(path)


def _as_it_lies(path: Path) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"file:{quote_from_bytes(os.fsencode(path.absolute()))}?immutable=1", flags=flags)


def _look_inside(path: Path) -> None:
    with contextlib.closing(_as_it_lies(path)) as looking:
        looking.execute("SELECT count(*) FROM sqlite_schema").fetchall()


def _check_version(path: Path, layout: Layout, version: int) -> None:
    if version > layout.version:
        raise StoreFromTheFuture(
            f"The database {path} was written by a newer callmap (layout {version}, this one knows {layout.version}) "
            "and was left as it is. Upgrade callmap, or point it at another data directory."
        )
    if version < layout.version and not layout.derived:
        raise StoreTrouble(
            f"The database {path} has layout {version}, which this callmap (layout {layout.version}) cannot read, "
            "and was left as it is. Open it with the callmap that wrote it."
        )


_BUSY = (apsw.BusyError, apsw.LockedError, apsw.ProtocolError)
_DAMAGED = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError)
_ENVIRONMENT = (
    apsw.FullError, apsw.IOError, apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.NoMemError,
    apsw.NoLFSError, OSError,
)  # fmt: skip


@contextlib.contextmanager
def _our_errors(path: Path, layout: Layout | None = None) -> Iterator[None]:
    """Turns the engine's errors about the world into ours. Errors in our own SQL stay what they are: bugs."""
    try:
        yield
    except _BUSY as error:
        raise IndexBusy(
            f"Another process is writing to {path} ({error}). Nothing is wrong with it: try again in a moment."
        ) from error
    except _DAMAGED as error:
        advice = layout.says(layout.if_damaged, path) if layout else "Give another file."
        raise StoreTrouble(
            f"The file {path} is not a database that callmap can read ({error}), and was left as it is. {advice}"
        ) from error
    except _ENVIRONMENT as error:
        raise DiskTrouble(
            f"The database {path} cannot be read or written ({error}). What it held before is still there. "
            "Check the disk's free space and the file's permissions, then run the command again."
        ) from error
