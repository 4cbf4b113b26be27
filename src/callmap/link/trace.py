"""What linking a file took and gave, so that a later edit can be followed: takes a linker's notes, gives them packed,
and back. Pure.

Values name definitions by number, and the numbers move with every edit of their file. So a trace says of which content
each number speaks; where the content is another one by now, definitions are found again by their names, and containers
by the definition before them.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from callmap.link.cells import Places
from callmap.link.evidence import Value
from callmap.link.file import File
from callmap.link.given import Hashes
from callmap.link.lineage import Block
from callmap.link.notes import mark
from callmap.model import NONE, Kind, Symbol

# What marks say of a file, beside the cells it read and the summaries that it asked for and answered: the functions,
# classes and containers that it gives things to, the classes that it inherits from or has blocks of, the files it has
# entries of, the functions that make classes which it may call, and the definitions that others may mean by their name
# alone.
GIVEN: Final = "given"
HEIR: Final = "heir"
BLOCK: Final = "block"
ENTERED: Final = "entered"
CALLS_MAKER: Final = "calls maker"
DEFINES: Final = "defines"
GONE: Final = "gone"  # the kind of a value whose definition is not there any more
BY_PLACE: Final = frozenset({"object", "content"})  # kinds whose `symbol` is a place in the code

Answers = dict[Value, list[tuple[int, frozenset[Value]]]]  # key → (round, what it is from that round on)


class Kept(NamedTuple):
    """What is kept of a file's linking, packed."""

    marks: bytes  # what it was found from: see link/reads.py
    given: bytes  # the names that the file gives: see link/given.py
    trace: bytes
    witnesses: tuple[str, ...] = ()


class Whole(NamedTuple):
    """What is kept of a snapshot's linking beside its files."""

    rounds: int = 0
    votes: dict[str, dict[str, int]] = {}  # see `Files.vote`
    blocks: list[str] = []  # see `World.has_blocks`
    witnesses: dict[str, int] = {}  # language → how many files import a framework of its table
    marks: bytes = b""  # what declared entries were found from
    shared: tuple[list[str], list[str]] = ([], [])  # see `given.Shared`
    names: bytes = b""  # hashes of all names that files give, sorted; of a working tree only


class Trace:
    """What linking one file took and gave."""

    def __init__(self) -> None:
        self.demands: dict[Value, int] = {}  # key of a summary → the round from which on it asked for that
        self.wanted: dict[Value, int] = {}  # key of this file → the round from which on anybody asked for it
        self.answers: Answers = {}  # what the file said of the keys it was asked about
        self.heirs: list[tuple[Value, Value]] = []  # its classes, each with a base
        self.blocks: list[Block] = []  # see `Lineage.blocks`
        self.entries: list[tuple[Value, str]] = []  # definitions that it registers, and as what
        self.witnesses: list[str] = []  # languages of which it imports a framework

    def answer(self, key: Value, number: int) -> frozenset[Value]:
        """What the file said of a key in a round."""
        found: frozenset[Value] = frozenset()
        for since, values in self.answers.get(key, ()):
            if since > number:
                break
            found = values
        return found


Row = tuple[int, int, int, int, int, int, list[int]]  # kind, file, symbol, name of it, distance, name, of
_NO_PARTS: Final[list[int]] = []
_PACK: Final = msgspec.msgpack.Encoder()
_UNPACK: Final = msgspec.msgpack.Decoder(
    tuple[
        list[str],
        list[tuple[int, int]],  # files: path and content, of the strings
        list[Row],  # values
        list[tuple[int, int]],  # demands
        list[tuple[int, int]],  # wanted
        list[tuple[int, list[tuple[int, list[int]]]]],  # answers
        list[tuple[int, int]],  # heirs
        list[tuple[int, bool, int]],  # blocks
        list[tuple[int, int]],  # entries
        list[str],  # witnesses
    ]
)


class Namer:
    """Says by which name and distance a value's `symbol` can be found again."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files
        self._places: dict[str, Places] = {}
        self._names: dict[str, list[str]] = {}
        self._key_marks: dict[Value, int] = {}
        self._given_marks: dict[str, dict[int, int]] = {}

    def places(self, path: str) -> Places:
        known = self._places.get(path)
        if known is None:
            known = self._places[path] = Places(self._files[path])
        return known

    def names(self, path: str) -> list[str]:
        """The name of each definition of a file, which no other has: blocks of a type, which share its name, are
        counted."""
        known = self._names.get(path)
        if known is None:
            known = self._names[path] = _names(self._files[path].facts.symbols)
        return known

    def of(self, value: Value) -> tuple[str, int]:
        """(name of a definition, NONE), or (definition before a container, distance); less than NONE if negative."""
        symbol = value.symbol
        if symbol == NONE or not value.path:
            return "", NONE
        if value.kind not in BY_PLACE:
            return self.names(value.path)[symbol], NONE
        name, distance = self.places(value.path).of(symbol if symbol >= 0 else -symbol - 2)
        return name, distance if symbol >= 0 else -distance - 2

    def key_mark(self, key: Value) -> int:
        """Of those who ask for a key, or answer it: as others find it, whatever the numbers are."""
        known = self._key_marks.get(key)
        if known is None:
            name, distance = self.of(key)
            known = self._key_marks[key] = mark("", key.kind, key.path, name, str(distance), key.name)
        return known

    def given_mark(self, path: str, symbol: int, by_place: bool) -> int:
        """Of those who give things to a definition, or to a container that stands behind one."""
        if symbol == NONE:  # of something that is no definition, maybe of a file that is gone
            return mark("", GIVEN, path)
        if by_place:
            name, _ = self.places(path).of(symbol if symbol >= 0 else -symbol - 2)
            return mark("", GIVEN, path, name, "")
        known = self._given_marks.get(path)
        if known is None:
            known = self._given_marks[path] = {}
        found = known.get(symbol)
        if found is None:
            symbols = self._files[path].facts.symbols
            name = symbols[symbol].name if 0 <= symbol < len(symbols) else "?"
            found = known[symbol] = mark("", GIVEN, path, name)
        return found


class Packer:
    """Packs traces of a snapshot's files."""

    def __init__(self, files: Mapping[str, File], known: Collection[str] | None = None) -> None:
        """`known` are the paths of all files, where `files` are loaded when they are asked for."""
        self._files = files
        self._known: Collection[str] = files if known is None else known
        self.namer = Namer(files)
        self._strings: dict[str, int] = {}
        self._paths: dict[str, int] = {}
        self._values: dict[Value, int] = {}
        self._rows: list[Row] = []
        self._hashes: dict[str, Hashes] = {}  # by sort

    def given(self, names: Mapping[str, Iterable[str]]) -> bytes:
        """The names that a file gives, by sort: sorted hashes."""
        found: list[int] = []
        for sort, each in names.items():
            hashes = self._hashes.get(sort)
            if hashes is None:
                hashes = self._hashes[sort] = Hashes(sort)
            for name in each:
                found.append(hashes.of(name))
        return array("Q", sorted(found)).tobytes()

    def pack(self, trace: Trace) -> bytes:
        self._strings, self._paths, self._values, self._rows = {}, {}, {}, []
        demands, wanted = self._since(trace.demands), self._since(trace.wanted)
        told = trace.answers
        answers = [
            (self._number(key), [(since, self._numbers(values)) for since, values in told[key]]) for key in sorted(told)
        ]
        heirs = [(self._number(heir), self._number(base)) for heir, base in trace.heirs]
        blocks = [(self._number(cls), trait, at) for cls, trait, at in trace.blocks]
        entries = [(self._number(target), self._string(reason)) for target, reason in trace.entries]
        files = [(self._string(path), self._string(self._files[path].blob)) for path in self._paths]
        strings = list(self._strings)
        parts = (strings, files, self._rows, demands, wanted, answers, heirs, blocks, entries, trace.witnesses)
        try:
            return _PACK.encode(parts)
        except UnicodeEncodeError:  # paths that are not UTF-8: who needs this trace finds none, and all is linked
            return b""

    def _since(self, rounds: dict[Value, int]) -> list[tuple[int, int]]:
        return [(self._number(key), rounds[key]) for key in sorted(rounds)]

    def _numbers(self, values: frozenset[Value]) -> list[int]:
        return [self._number(value) for value in (sorted(values) if len(values) > 1 else values)]

    def _string(self, text: str) -> int:
        known = self._strings.get(text)
        if known is None:
            known = self._strings[text] = len(self._strings)
        return known

    def _number(self, value: Value) -> int:
        known = self._values.get(value)
        if known is not None:
            return known
        of = [self._number(each) for each in value.of] if value.of else _NO_PARTS
        path = value.path
        if path and path in self._known:
            file = self._paths.get(path, NONE)
            if file == NONE:
                file = self._paths[path] = len(self._paths)
            name, distance = self.namer.of(value)
        else:
            file, name, distance = NONE, path, NONE  # a package without a file, or none
        rows = self._rows
        rows.append((
            self._string(value.kind), file, value.symbol, self._string(name), distance, self._string(value.name), of,
        ))  # fmt: skip
        number = self._values[value] = len(rows) - 1
        return number


class Unpacker:
    """Unpacks traces for a snapshot in which some files differ."""

    def __init__(self, blobs: Mapping[str, str], files: Mapping[str, File]) -> None:
        """`blobs` are the files' contents now; `files` are asked only for those that differ."""
        self._blobs = blobs
        self._files = files
        self._namer = Namer(files)
        self._symbols: dict[str, dict[str, int]] = {}

    def unpack(self, content: bytes) -> Trace:
        strings, files, rows, demands, wanted, answers, heirs, blocks, entries, witnesses = _UNPACK.decode(content)
        paths = [strings[path] for path, _ in files]
        same = [self._blobs.get(strings[path]) == strings[blob] for path, blob in files]
        values: list[Value] = []
        for kind, file, symbol, name, distance, own_name, of in rows:
            inner = tuple([values[each] for each in of])
            if file == NONE:
                values.append(Value(strings[kind], strings[name], symbol, strings[own_name], inner))
                continue
            path, at, word = paths[file], symbol, strings[kind]
            if not same[file] and symbol != NONE:
                found = self._found(path, strings[name], distance)
                word, at = (word, found) if found is not None else (GONE, symbol)
            values.append(Value(word, path, at, strings[own_name], inner))
        trace = Trace()
        trace.demands = {values[key]: since for key, since in demands}
        trace.wanted = {values[key]: since for key, since in wanted}
        trace.answers = {
            values[key]: [(since, frozenset([values[each] for each in told])) for since, told in history]
            for key, history in answers
        }
        trace.heirs = [(values[heir], values[base]) for heir, base in heirs]
        trace.blocks = [(values[cls], trait, at) for cls, trait, at in blocks]
        trace.entries = [(values[target], strings[reason]) for target, reason in entries]
        trace.witnesses = witnesses
        return trace

    def _found(self, path: str, name: str, distance: int) -> int | None:
        if path not in self._blobs:
            return None
        if distance != NONE:
            found = self._namer.places(path).at(name, distance if distance >= 0 else -distance - 2)
            return found if found is None or distance >= 0 else -found - 2
        known = self._symbols.get(path)
        if known is None:
            known = self._symbols[path] = {name: at for at, name in enumerate(self._namer.names(path))}
        return known.get(name)


def _names(symbols: Sequence[Symbol]) -> list[str]:
    found: list[str] = []
    blocks: dict[str, int] = {}  # name of a type → how many blocks of it there are so far
    for symbol in symbols:
        name = symbol.name
        if symbol.kind == Kind.IMPL:
            before = blocks.get(name, 0)
            blocks[name] = before + 1
            name = f"{name} {before}"
        found.append(name)
    return found


def is_gone(value: Value) -> bool:
    """Whether a value, or one inside it, is of something that is not there any more."""
    return value.kind == GONE or any(map(is_gone, value.of))


def in_order(old: File, new: File) -> bool:
    """Whether definitions that both versions of a file have stand in the same order: else values sort differently."""
    for before, after in (
        ([s.name for s in old.facts.symbols], [s.name for s in new.facts.symbols]),
        (Places(old).anchors, Places(new).anchors),
    ):
        both = set(before) & set(after)
        if [name for name in before if name in both] != [name for name in after if name in both]:
            return False
    return True
