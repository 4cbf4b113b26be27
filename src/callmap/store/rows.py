"""Nouns as rows and back: takes `Unit`s, gives what the tables hold; takes what the tables gave, gives small structs.

Text may hold what a database refuses: the lone surrogates of a path that is not UTF-8, and NUL. `stored` and
`restored` carry it across, and nothing else does.
"""

from __future__ import annotations

import functools
import re
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import count, islice, repeat
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

import msgspec

from callmap.model import Edge, FileState, Unit, UnitSymbol, short_name
from callmap.store.words import unit_words

Row = tuple[Any, ...]
T = TypeVar("T")


class SymbolRow(msgspec.Struct, frozen=True, gc=False):
    """A symbol of a snapshot."""

    key: int
    path: str
    language: str
    name: str
    qualified_name: str
    kind: str
    parent: str
    line: int
    column: int
    end_line: int
    test: bool
    flags: tuple[str, ...]
    signature: str
    body: str
    doc: str
    head: str = ""
    above: int = 0

    @property
    def id(self) -> str:
        """`path::Name`: its name for ever."""
        return f"{self.path}::{self.name}"

    @property
    def text(self) -> str:
        """Names all of its text, head and body: two hashes; "" if neither is known."""
        return f"{self.head}:{self.body}" if self.head or self.body else ""


class End(msgspec.Struct, frozen=True, gc=False):
    """A symbol as an edge shows it. `kind` is "" and `line` 0 if the snapshot has no such symbol."""

    key: int
    path: str
    name: str
    qualified_name: str = ""
    kind: str = ""
    line: int = 0
    end_line: int = 0
    test: bool = False

    @property
    def id(self) -> str:
        return f"{self.path}::{self.name}"


class EdgeRow(msgspec.Struct, frozen=True, gc=False):
    """An edge of a snapshot with both its ends; `callee` is None when the target is not known."""

    caller: End
    callee: End | None
    kind: str
    call_type: str
    confidence: str
    via: tuple[str, ...]
    name: str
    called: str
    external: str | None
    reason: str
    line: int
    column: int
    condition: str | None
    seq: int  # its place among the edges of the caller's file


class SnapshotRow(msgspec.Struct, frozen=True):
    """A ref as it was indexed. `generation` grows by one with every change."""

    id: int
    ref: str
    tree: str
    commit: str
    generation: int
    started_ns: int
    finished_ns: int
    versions: str
    counters: dict[str, Any]


class Counts(msgspec.Struct, frozen=True):
    """How much a snapshot holds; each from word to number."""

    files: Counter[str] = msgspec.field(default_factory=Counter)  # indexed, by language
    skipped: Counter[str] = msgspec.field(default_factory=Counter)  # by reason
    symbols: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    edges: Counter[str] = msgspec.field(default_factory=Counter)  # by confidence
    edge_kinds: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    unresolved: Counter[str] = msgspec.field(default_factory=Counter)  # by reason

    def add(self, unit: Unit) -> None:
        self.symbols.update([symbol.kind for symbol in unit.symbols])
        self.edges.update([edge.confidence for edge in unit.edges])
        self.edge_kinds.update([edge.kind for edge in unit.edges])
        self.unresolved.update([edge.reason for edge in unit.edges if not edge.callee_path])


@functools.lru_cache(maxsize=1 << 12)  # a unit names the same ones again and again
def symbol_key(path: str, name: str) -> int:
    """The number by which edges name a symbol: 63 bits of a hash of `path::name`."""
    return number(f"{path}::{name}".encode("utf-8", "surrogatepass"))


def symbol_keys(path: str, names: Iterable[str]) -> list[int]:
    """The same of several symbols of a file, each in less time."""
    start = blake2b(f"{path}::".encode("utf-8", "surrogatepass"), digest_size=8)
    digests: list[bytes] = []
    for name in names:
        hashed = start.copy()
        hashed.update(name.encode("utf-8", "surrogatepass"))
        digests.append(hashed.digest())
    keys = array("Q", b"".join(digests))
    if sys.byteorder == "little":
        keys.byteswap()
    return [key >> 1 for key in keys]


def number(content: bytes) -> int:
    """Content as a non-negative 63-bit integer, by its hash."""
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big") >> 1


# --- text ------------------------------------------------------------------------------------------------------------

# The last 2050 code points, which are private and rare: one for NUL, one for "the next is meant as it stands",
# and one for each lone surrogate.
_NUL, _PLAIN, _SURROGATES = "\U0010f7fe", "\U0010f7ff", 0x10F800
_UNFIT = re.compile("[\0\ud800-\udfff\U0010f7fe-\U0010ffff]")
_FITTED = re.compile("\U0010f7ff[\U0010f7fe-\U0010ffff]|[\U0010f7fe\U0010f800-\U0010ffff]")


def stored(text: str) -> str:
    """Text as a database takes it: no NUL, no lone surrogate. `restored` is its inverse."""
    if text.isascii() and "\0" not in text:
        return text
    return _UNFIT.sub(_fit, text)


def restored(text: str) -> str:
    return text if text.isascii() else _FITTED.sub(_unfit, text)


def _fit(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\0":
        return _NUL
    if character >= _NUL:
        return _PLAIN + character
    return chr(ord(character) - 0xD800 + _SURROGATES)


def _unfit(match: re.Match[str]) -> str:
    character = match[0]
    if character[0] == _PLAIN:
        return character[1]
    return "\0" if character == _NUL else chr(ord(character) - _SURROGATES + 0xD800)


def stored_row(row: Iterable[Any]) -> Row:
    return tuple(stored(value) if isinstance(value, str) else value for value in row)


def restored_row(row: Row) -> Row:
    return tuple(
        restored(value) if isinstance(value, str) and not value.isascii() else value  # most text is ASCII
        for value in row
    )


# --- units to rows and back ------------------------------------------------------------------------------------------

_PACK, _UNPACK = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Unit)
_STORED = b"\0"  # before content whose text is in `stored` form


def pack(unit: Unit) -> bytes:
    """A unit's content, from which its id is made."""
    try:
        return _PACK.encode(unit)
    except UnicodeEncodeError:
        return _STORED + _PACK.encode(_each_text(msgspec.to_builtins(unit), stored))


def unpack(content: bytes) -> Unit:
    if content.startswith(_STORED):
        plain = msgspec.to_builtins(_UNPACK.decode(content[1:]))
        return msgspec.convert(_each_text(plain, restored), Unit)
    return _UNPACK.decode(content)


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    return [_each_text(part, change) for part in value] if isinstance(value, list | tuple) else value


class Prepared(NamedTuple):
    """A unit as rows, ready to be written. What there is much of is kept by column: other processes send it here."""

    id: int
    path: str
    row: Row
    symbols: list[Row]
    keys: bytes  # of references, packed
    words: list[tuple[int, str, bytes]]  # see words.py

    def references(self) -> Iterator[Row]:
        return zip(array("q", self.keys), repeat(self.id))

    def word_rows(self) -> Iterator[Row]:
        return ((bucket, self.id, words, hits) for bucket, words, hits in self.words)


def prepare(unit: Unit) -> Prepared:
    """Everything about a unit that can be computed before the database is at hand."""
    content = pack(unit)
    id = number(content)
    own = symbol_keys(unit.path, [s.name for s in unit.symbols])
    keys = array("q", reference_keys(unit, own)).tobytes()
    return Prepared(id, unit.path, unit_row(unit, id, content), symbol_rows(unit, id, own), keys, unit_words(unit))


def unit_row(unit: Unit, id: int, content: bytes) -> Row:
    called = sorted({edge.called for edge in unit.edges if not edge.callee_path})
    unresolved = stored("\n".join(["", *called, ""]))
    return id, stored(unit.path), unit.language, stored(unit.blob), unresolved, content


def symbol_rows(unit: Unit, id: int, keys: list[int]) -> list[Row]:
    """The rows by which a unit's symbols are found. `keys` are those of its symbols."""
    rows: list[Row] = [
        (key, id, seq, s.name, s.qualified_name, s.kind, s.line, s.end_line, s.test)
        for key, seq, s in zip(keys, count(), unit.symbols)
    ]
    text = "".join([row[3] + row[4] for row in rows])
    return rows if text.isascii() and "\0" not in text else list(map(stored_row, rows))


def reference_keys(unit: Unit, own: list[int] | None = None) -> list[int]:
    """The keys by which a unit is found from what its edges lead to and from the names it defines, sorted. `own` are
    the keys of its symbols, if they are known."""
    path, names = unit.path, [s.name for s in unit.symbols]
    known = dict(zip(names, own or symbol_keys(path, names), strict=True))
    keys = {definition_key(name) for name in set(map(_short_name, names))}
    for place, name in {(e.callee_path, e.callee) for e in unit.edges if e.callee_path}:
        keys.add(known[name] if place == path and name in known else symbol_key(place, name))
    return sorted(keys)


def _short_name(name: str) -> str:
    return short_name(name) if "#" in name else name.rpartition(".")[2]


def callee_key(edge: Edge) -> int | None:
    """The key of an edge's target; None if it is not known."""
    return symbol_key(edge.callee_path, edge.callee) if edge.callee_path else None


def definition_key(short_name: str) -> int:
    """A key for all symbols of that short name. Another name may share it, so look twice."""
    return crc32(short_name.encode("utf-8", "surrogatepass"))


# --- rows to structs -------------------------------------------------------------------------------------------------


def symbol_row(unit: Unit, s: UnitSymbol) -> SymbolRow:
    return SymbolRow(
        key=symbol_key(unit.path, s.name),
        path=unit.path,
        language=unit.language,
        name=s.name,
        qualified_name=s.qualified_name,
        kind=s.kind,
        parent=s.parent,
        line=s.line,
        column=s.column,
        end_line=s.end_line,
        test=s.test,
        flags=s.flags,
        signature=s.signature,
        body=s.body,
        doc=s.doc,
        head=s.head,
        above=s.above,
    )


def edge_row(unit: Unit, seq: int, e: Edge, callers: dict[str, End], callees: dict[int, End]) -> EdgeRow:
    """An edge of a unit with its ends, from the unit's symbols by name and all others by key."""
    caller = callers.get(e.caller) or End(symbol_key(unit.path, e.caller), unit.path, e.caller)
    key, callee = callee_key(e), None
    if key is not None:
        callee = callees.get(key) or End(key, e.callee_path, e.callee)
    return EdgeRow(
        caller=caller,
        callee=callee,
        kind=e.kind,
        call_type=e.call_type,
        confidence=e.confidence,
        via=e.via,
        name=e.name,
        called=e.called,
        external=e.external,
        reason=e.reason,
        line=e.line,
        column=e.column,
        condition=e.condition,
        seq=seq,
    )


def unit_ends(unit: Unit) -> dict[str, End]:
    """A unit's symbols by name, as edges show them."""
    path = unit.path
    return {
        s.name: End(symbol_key(path, s.name), path, s.name, s.qualified_name, s.kind, s.line, s.end_line, s.test)
        for s in unit.symbols
    }


def end(row: Row) -> End:
    key, path, name, qualified_name, kind, line, end_line, test = restored_row(row)
    return End(key, path, name, qualified_name, kind, line, end_line, bool(test))


def snapshot_row(row: Row) -> SnapshotRow:
    id, ref, tree, commit, generation, started_ns, finished_ns, versions, counters = restored_row(row)
    return SnapshotRow(
        id, ref, tree, commit, generation, started_ns, finished_ns, versions, msgspec.json.decode(counters)
    )


def file_id(file: FileState, unit: int, trace: int) -> int:
    """The number of a file as a snapshot lists it: of its path, state, unit and trace."""
    fields = (unit, trace, *msgspec.structs.astuple(file))
    try:
        return number(_PACK.encode(fields))
    except UnicodeEncodeError:
        return number("\0".join(map(str, fields)).encode("utf-8", "surrogatepass"))


def file_row(id: int, file: FileState, unit: int, trace: int) -> Row:
    return stored_row((id, unit, trace, *msgspec.structs.astuple(file)))


def file_state(row: Row) -> FileState:
    path, blob, language, size, mtime_ns, reason, detail, ctime_ns = row
    return FileState(restored(path), blob, language, size, mtime_ns, reason, detail and restored(detail), ctime_ns)


# --- order and portions ----------------------------------------------------------------------------------------------


def by_place(rows: Iterable[SymbolRow]) -> list[SymbolRow]:
    return sorted(rows, key=lambda row: (row.path, row.line, row.column, row.name))


def by_site(edges: Iterable[EdgeRow]) -> list[EdgeRow]:
    return sorted(edges, key=lambda edge: (edge.caller.path, edge.line, edge.column, edge.seq))


def batches(things: Iterable[T], size: int) -> Iterator[list[T]]:
    rest = iter(things)
    while some := list(islice(rest, size)):
        yield some
