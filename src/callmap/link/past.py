"""An earlier snapshot's linking: takes what was kept of it and what differs now, gives a `World` in which only the
files that are asked for are loaded, and says which files depend on what. Pure but for what it loads.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping

from callmap.languages import Files, Language
from callmap.link.evidence import Value
from callmap.link.file import File
from callmap.link.given import (
    SORTS,
    Hashes,
    Shared,
    given_names,
    hashed,
    linked_definitions,
)
from callmap.link.lineage import Block, in_parts
from callmap.link.marked import AllMarks
from callmap.link.names import Names
from callmap.link.notes import mark
from callmap.link.trace import BLOCK, CALLS_MAKER, DEFINES, HEIR, Trace, Unpacker, Whole
from callmap.link.world import ANY_MAKER, World, elected
from callmap.model import Facts, Kind


class Stale(BaseException):
    """What was kept does not tell enough: everything has to be linked. (No Exception: those that one call raises while
    it is followed cost that call only.)"""


class Lazy(dict[str, File]):
    """Files that are loaded when they are asked for."""

    def __init__(self, load: Callable[[str], File]) -> None:
        super().__init__()
        self._load = load

    def __missing__(self, path: str) -> File:
        file = self[path] = self._load(path)
        return file


class Past:
    """What was kept of an earlier linking, and which of its files are linked anew."""

    def __init__(
        self,
        marks: AllMarks,
        given: Mapping[str, bytes],
        trace: Callable[[str], bytes],
        unpacker: Unpacker,
        changed: set[str],
        touched: Iterable[str] = (),
        names: bytes = b"",
    ) -> None:
        """`given` are the names that each file gave, packed; `trace` loads the trace of one. What is kept of the names
        that `touched` files give is not true any more, though they did not change. `names` is what is kept of all names
        (`Whole.names`)."""
        self.marks = marks
        self._given_then = given
        self._load = trace
        self._unpacker = unpacker
        self._traces: dict[str, Trace] = {}
        self._names = array("Q", names)  # that any file gave; none: that is not known
        self._given: set[int] = set()
        self.changed = changed  # files that differ, are new or are gone
        self.dirty: set[str] = set(touched)  # files that are linked anew
        self._giving = given.keys() - changed - self.dirty
        own = given.keys() - self._giving
        self._own: set[int] = set().union(*[array("Q", given[path]) for path in own])  # that those gave

    def __contains__(self, path: str) -> bool:
        return path in self._given_then

    def __len__(self) -> int:
        """How many files were linked."""
        return len(self._given_then)

    def trace(self, path: str) -> Trace:
        """What linking a file took and gave, in today's numbers."""
        known = self._traces.get(path)
        if known is None:
            content = self._load(path)
            if not content:
                raise Stale
            known = self._traces[path] = self._unpacker.unpack(content)
        return known

    def gives(self, name: int) -> bool:
        """Whether another file than those that changed or are touched gives a name (see link/given.py)."""
        if self._names and not self._given:
            at = bisect_left(self._names, name)
            if at == len(self._names) or self._names[at] != name:
                return False
            if name not in self._own:
                return True
        return name in self._all_given()

    def names(self, differing: Iterable[int], new: set[int]) -> bytes:
        """All names that are given now, as they are kept: `new` by files that changed or are touched."""
        if not self._names:
            return array("Q", sorted(self._all_given() | new)).tobytes()
        names = array("Q", self._names)
        for name in differing:
            at = bisect_left(names, name)
            known = at < len(names) and names[at] == name
            if known != (name in new or self.gives(name)):
                if known:
                    names.pop(at)
                else:
                    names.insert(at, name)
        return names.tobytes()

    def _all_given(self) -> set[int]:
        if not self._given:
            for path in self._giving:
                self._given.update(array("Q", self._given_then[path]))
        return self._given


class PastWorld(World):
    """The files of a snapshot of which most were linked before."""

    def __init__(
        self,
        languages: Mapping[str, Language],
        load: Callable[[str], File],
        projects: Mapping[str, Facts],
        old: Mapping[str, File],
        new: Mapping[str, File],
        shared: tuple[Shared, Shared],
        touched: Mapping[str, File],
    ) -> None:
        """`languages` has the path of every file; of those that changed, `old` and `new` are the versions. `shared` is
        what was, and is, shared; the names that `touched` files give are told by it."""
        super().__init__((), projects)
        self._languages = languages
        self.files = Lazy(load)
        self.files.update(new)
        self._place(languages)
        self.old, self.new = old, new
        self._shared, self.touched = shared, touched
        self._new_names: set[int] | None = None  # hashes of those that files give which changed or are touched
        self._differing: dict[str, set[str]] | None = None
        self._gives: dict[str, dict[str, bool]] = {sort: {} for sort in SORTS}  # by sort and name
        self._hashes = {sort: Hashes(sort) for sort in SORTS}
        self._with_blocks: dict[str, bool] = {}  # by family
        self._all_languages: list[Language] = []
        self._linked: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {}  # family and name → definitions
        self.heirs: Callable[[str], list[tuple[Value, Value]]] = lambda path: []  # of files that are linked anew
        self._below: dict[Value, list[Value]] = {}
        self._heirs_by_base: dict[Value, list[tuple[str, Value]]] | None = None
        self._asked_now: set[str] = set()  # the files whose heirs these are
        self.blocks: Callable[[str], list[Block]] = lambda path: []  # likewise
        self._blocks: dict[Value, list[tuple[str, int]]] = {}
        self.round = -1  # summaries are seen as they were after this round
        self.merged: Callable[[Value, int], frozenset[Value]] = lambda key, number: frozenset()

    def begin(self, past: Past, whole: Whole) -> None:
        """Tells what was kept; before anything is asked."""
        self.past, self._whole = past, whole

    def all_files(self) -> list[File]:
        raise Stale

    def defining(self, family: str, name: str) -> tuple[tuple[str, int], ...]:
        self.note("defining", name)
        known = self._linked.get((family, name))
        if known is None:
            then = {*self.past.marks.givers(mark("", DEFINES, family, name))} - self.past.changed
            files = [self.files[path] for path in sorted(then | self.new.keys())]
            known = self._linked[family, name] = tuple([
                (file.path, number) for file in files if file.language.family == family
                for own, number in linked_definitions(file) if own == name
            ])  # fmt: skip
        return known

    def languages(self) -> list[Language]:
        if not self._all_languages:
            found = {self._languages[path].name: self._languages[path] for path in sorted(self.known)}
            self._all_languages = list(found.values())
        return self._all_languages

    def gives(self, sort: str, name: str) -> bool:
        each = self._gives[sort]
        known = each.get(name)
        if known is None:
            wanted = self._hashes[sort].of(name)
            known = each[name] = wanted in self._new_given() or self.past.gives(wanted)
        return known

    def names(self) -> bytes:
        """All names that are given, as they are kept."""
        return self.past.names(hashed(self.names_that_differ()), self._new_given())

    def _new_given(self) -> set[int]:
        if self._new_names is None:
            files = (*self.new.values(), *self.touched.values())
            self._new_names = {each for file in files for each in hashed(self.given_by(file))}
        return self._new_names

    def shared(self) -> Shared:
        return self._shared[1]

    def names_that_differ(self) -> dict[str, set[str]]:
        """Sort → names that only the old or only the new versions give."""
        if self._differing is not None:
            return self._differing
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for versions, shared, step in ((self.old, self._shared[0], -1), (self.new, self._shared[1], 1)):
            given: dict[str, set[str]] = defaultdict(set)
            for file in (*versions.values(), *self.touched.values()):
                for sort, names in given_names(file, shared).items():
                    given[sort] |= names
            for sort, names in given.items():
                for name in names:
                    counts[sort][name] += step
        self._differing = {sort: {name for name, count in names.items() if count} for sort, names in counts.items()}
        return self._differing

    def has_blocks(self, family: str) -> bool:
        known = self._with_blocks.get(family)
        if known is None:
            known = self._with_blocks[family] = family in self._whole.blocks
            if not known and any(file.language.family == family and _has_block(file) for file in self.new.values()):
                raise Stale  # the first: nobody has noted that there was none
        return known

    def blocks_of(self, cls: Value) -> list[tuple[str, int]]:
        known = self._blocks.get(cls)
        if known is None:
            name = self.files[cls.path].facts.symbols[cls.symbol].name
            paths = {*self.past.marks.givers(mark("", BLOCK, cls.path, name)), *self.past.dirty} & self.known
            each = [
                (path, self.blocks(path) if path in self.past.dirty else self.past.trace(path).blocks) for path in paths
            ]
            known = self._blocks[cls] = in_parts((path, block) for path, blocks in each for block in blocks).get(
                cls, []
            )
        return known

    def vote(self, question: str, ballots: Callable[[Files, str], Iterable[str]]) -> str:
        self.note("vote", question)
        if question not in self.votes:
            before = self._whole.votes.get(question)
            if before is None or self.old.keys() != self.new.keys():
                raise Stale
            now = Counter(before)
            with self.unnoted():
                for versions, count in ((self.old, now.subtract), (self.new, now.update)):
                    self.files.update(versions)  # the new ones last: they stay
                    for path in versions:
                        count(ballots(self, path))
            if elected(now) != elected(before):
                raise Stale
            self.votes[question] = Counter({name: number for name, number in now.items() if number})
        return super().vote(question, ballots)

    def summary(self, key: Value) -> frozenset[Value]:
        return self.merged(key, self.round)

    def is_told(self, key: Value) -> bool:
        return any(self.merged(key, number) for number in range(self.round + 1))

    def callers_of_maker(self, name: str) -> list[File]:
        paths = {path for each in (name, ANY_MAKER) for path in self.past.marks.givers(mark("", CALLS_MAKER, each))}
        paths |= self.past.dirty if self.names_that_differ().get("maker") else self.new.keys()
        files = [self.files[path] for path in sorted(paths & self.known)]
        return [file for file in files if not self.makers_called(file).isdisjoint((name, ANY_MAKER))]

    def files_binding(self, name: str) -> None:
        return None

    def heirs_below(self, cls: Value) -> list[Value]:
        known = self._below.get(cls)
        if known is None:
            name = self.files[cls.path].facts.symbols[cls.symbol].name
            found = list(self._heirs_now().get(cls, ()))
            for path in self.past.marks.givers(mark("", HEIR, cls.path, name)):
                if path in self.known and path not in self._asked_now:
                    found += [(path, heir) for heir, base in self.past.trace(path).heirs if base == cls]
            found.sort(key=_path)
            known = self._below[cls] = [heir for _, heir in found]
        return known

    def _heirs_now(self) -> dict[Value, list[tuple[str, Value]]]:
        """Class → those that name it as a base, in the files that are linked anew as far as that was known when it was
        first asked; the others inherit what they did, or what was found so far is forgotten (see `renew`)."""
        if self._heirs_by_base is None:
            self._heirs_by_base, self._asked_now = {}, self.past.dirty & self.known
            for path in self._asked_now:
                for heir, base in self.heirs(path):
                    self._heirs_by_base.setdefault(base, []).append((path, heir))
        return self._heirs_by_base

    def renew(self, names: Names) -> None:
        """More files are linked anew: what was found of their classes and entries may not be true any more."""
        self._below.clear()
        self._heirs_by_base = None
        self._blocks.clear()
        self.forget("entries")
        self.heirs, self.blocks = names.classes.heirs, names.classes.blocks


def _path(heir: tuple[str, Value]) -> str:
    return heir[0]


def _has_block(file: File) -> bool:
    return any(symbol.kind == Kind.IMPL for symbol in file.symbols)
