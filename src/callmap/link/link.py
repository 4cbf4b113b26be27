"""Links one file, round by round: takes its facts and what `Names` and summaries say of others, gives its unit."""

from __future__ import annotations

from collections.abc import Iterable, KeysView
from typing import Any, Final

from callmap.languages.signals import let_signals_in
from callmap.link.edges import Edges
from callmap.link.emitters import is_heard
from callmap.link.entries import ENTRIES, entries_of
from callmap.link.evidence import (
    INFERRED,
    MOST_TEXTS,
    POSSIBLE,
    QUESTIONS_A_FILE,
    QUESTIONS_A_KEY,
    QUESTIONS_A_SITE,
    QUESTIONS_IN_LARGE,
    QUESTIONS_OF_SITES,
    TOO_DEEP,
    Found,
    Founds,
    Value,
    several,
    unpacked,
)
from callmap.link.file import File
from callmap.link.given import linked_definitions
from callmap.link.happening import CALL, DEFINITION, IMPORT, INITIALISER, RAISED, STORE, USE, Happening, Site
from callmap.link.initialised import filled, initialisers
from callmap.link.made import Made
from callmap.link.names import Names
from callmap.link.notes import BELOW, BLOCKS, mark
from callmap.link.operations import uses as implicit_uses
from callmap.link.prototypes import OTHERS
from callmap.link.reads import joined
from callmap.link.sites import Sites
from callmap.link.told import Concerned, packed
from callmap.link.trace import BLOCK, BY_PLACE, CALLS_MAKER, DEFINES, ENTERED, HEIR, Kept, Packer, Trace
from callmap.link.values import NO_KEYS, Values
from callmap.model import CLASS_KINDS, NONE, Op, Unit
from callmap.parts import Return

FAILED: Final = "callmap failed to follow this"
_NO_SITES: Final[set[int]] = set()
_SITES_BETWEEN: Final = 16  # signals that are let in
Place = tuple[str, int, str]  # a function, class or container, and the kind of keys of it that something is given to


def _fits(place: Value, key: Value) -> bool:
    """Whether what is put at one place is seen at the other: an unknown key of a container may be any."""
    if place.kind != key.kind:
        return False
    if place.name == key.name or (place.name == OTHERS and not key.name):
        return True
    if key.kind != "content":
        return False
    if place.name and key.name:
        return is_heard(place.name, key.name)
    return (place.name or key.name)[0] != "<"


def _of_project(held: Founds) -> Founds:
    """Of what is put at some key of a table, what another key may have for all we know: not objects of libraries, since
    tables with settings hold all kinds of them, and texts."""
    return tuple([each for each in held if each.value.kind != "external_instance"])


class FileLinker:
    """Links one file: its calls, operators and stores, round by round."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self.reads: set[Any] = set()  # what its linking is found from (see link/reads.py)
        self.world.reading, self.world.own = self.reads, self.file
        self._hears: dict[int, bool] = {}  # class → whether it decides what stores into its instances do
        self._values = Values(names, file)
        self._sites = Sites(self._values)
        self._calls = len(file.calls)  # they are the first sites; of all others `_places` tells what they are
        stores = [*file.outside_stores(), *file.own_stores(self._runs_code)]
        self._places: list[Site] = [
            *[(STORE, index) for index in stores],
            *[(DEFINITION, index) for index in self._hooked()],
            *[(RAISED, index) for index, given in enumerate(file.facts.returns) if self._makes(given)],
        ]
        self._places.extend([(IMPORT, index) for index in self._answered()])
        self._initialisers = initialisers(file)
        self._places.extend([(INITIALISER, index) for index in range(len(self._initialisers))])
        uses = implicit_uses(self._sites)
        known: dict[str, bool] = {}
        feeding = [self._feeds(index, known) for index in uses]
        self._places.extend([(USE, index) for index, feeds in zip(uses, feeding, strict=True) if feeds])
        self._first_use = self._calls + len(self._places)
        self._places.extend([(USE, index) for index, feeds in zip(uses, feeding, strict=True) if not feeds])
        count = self._calls + len(self._places)
        soon = self._first_use if self.world.large else count
        self._late = set(range(soon, count))  # implicit operations for the end, in large projects: they feed little
        self._happenings: list[Happening | None] = [None] * count
        self._read: list[frozenset[Value]] = [NO_KEYS] * count
        self._too_much: set[int] = set()  # sites that took all the questions they may: more values make it no less
        self.todo: Iterable[int] = range(soon)  # sites that are to be evaluated
        # Function, class or container → sites that pass something to it; the same with the kind of key that others put
        # something at: nearly every site makes an object of some class, and few put something into its attributes.
        self._given_to: dict[tuple[str, int], set[int]] = {}
        self._put_to: dict[tuple[str, int, str], set[int]] = {}
        self._containers: set[tuple[str, int]] = set()  # those of them that are containers
        self._made = Made(names.classes)
        self._told: dict[Value, tuple[frozenset[Value], frozenset[Value]]] = {}  # key → (values, what they depend on)
        self._gave: dict[Value, tuple[frozenset[Value], frozenset[Value]]] = {}
        self.dropped: set[Value] = set()  # keys whose answers were found from what has changed
        self._is_test = file.language.is_test(file.path)
        self.asked: set[Value] = set()  # summaries that something in this file depends on
        self.trace = Trace()

    def _runs_code(self, index: int) -> bool:
        """Whether a store into the receiver may run code: self.name = value"""
        store = self.file.stores[index]
        if self.world.is_computed(store.attribute):
            return True
        cls = self.file.class_around(store.scope) if self._sites.hears_stores else NONE
        if cls == NONE:
            return False
        hears = self._hears.get(cls)
        if hears is None:
            hook, owner = self.file.language.store_hook, Value("instance", self.file.path, cls)
            hears = self._hears[cls] = bool(self.names.classes.member(owner, hook))
        return hears

    def _hooked(self) -> list[int]:
        """Classes whose definition may run code."""
        language, methods = self.file.language, self.world.special_methods(self.file.language)
        names = language.naming_hook in methods
        if not language.metaclass and not names and methods.isdisjoint(language.class_hooks):
            return []
        symbols = enumerate(self.file.symbols)
        return [index for index, symbol in symbols if (symbol.bases or names) and symbol.kind in CLASS_KINDS]

    def _answered(self) -> list[int]:
        """Imports of names from modules that answer for names that they do not have."""
        file, found = self.file, list[int]()
        known: dict[int, bool] = {}  # by the expression of the module
        for index, value in enumerate(file.bound) if self._sites.falls_back else ():
            if value == NONE or file.code.op(value) != Op.MEMBER:
                continue
            at = file.code.first(value)
            if at not in known:
                modules = [each.value for each in self.names.expression(file, at) or () if each.value.kind == "module"]
                method = file.language.fallback_method
                known[at] = any(self.names.modules.member(module.path, method) for module in modules)
            if known[at]:
                found.append(index)
        return found

    def _makes(self, given: Return) -> bool:
        """raise Failure, without a call"""
        made = given.kind == "raise" and bool(self.file.language.call_method)
        return made and given.value != NONE and self.file.code.op(given.value) in (Op.NAME, Op.ATTRIBUTE)

    def _feeds(self, use: int, known: dict[str, bool]) -> bool:
        """Whether an implicit operation is looked at in each round: a handler, a getter that may be a value."""
        kind = self._values.uses.kind(use)
        if kind != "attribute":
            return kind == "handler"
        name = self.file.code.text(self._values.uses.expression(use))
        feeds = known.get(name)
        if feeds is None:
            feeds = known[name] = self.world.is_getter(name)
        return feeds

    def run(self) -> set[Place]:
        """Evaluates the sites that are to be done; where they give things, or gave them the last time."""
        values, given_to = self._values, self._given_to
        self.world.reading, self.world.own = self.reads, self.file
        todo = list(self.todo)
        most = QUESTIONS_IN_LARGE if self.world.large else QUESTIONS_A_SITE
        left = QUESTIONS_OF_SITES * len(todo) + QUESTIONS_A_FILE
        touched: set[Place] = set()
        made: set[Value] = set()
        keys = NO_KEYS
        for number, site in enumerate(todo):
            values.keys = NO_KEYS
            values.budget = granted = left if left < most else most
            if not number % _SITES_BETWEEN:
                let_signals_in()
            try:
                happening = self._happening(site)
            except Exception as error:  # hostile nesting, or a mistake of ours, costs this call, not the run
                happening = Happening()
                deep = isinstance(error, RecursionError)
                why = TOO_DEEP if deep else f"{FAILED} ({type(error).__name__})"
                happening.unresolved.append(("dynamic", None, (why,)))
                self.names.depth.level = 0
            happening = happening.closed()
            if granted == most and values.budget <= 0:
                self._too_much.add(site)
            left -= granted - values.budget
            before = self._happenings[site]
            if before is not None:  # what it gave the last time, and maybe no more
                touched.update([(to.value.path, to.value.symbol, "parameter") for _, to, _ in before.called])
                touched.update([(key.path, key.symbol, key.kind) for key, _ in before.put])
                made.update(before.made)
            self._happenings[site] = happening
            if values.keys and values.keys is not keys:
                self.asked |= values.keys
            keys = self._read[site] = values.keys
            for _, callee, _ in happening.called:
                touched.add((callee.value.path, callee.value.symbol, "parameter"))
                place = callee.value.path, callee.value.symbol
                if known := given_to.get(place):
                    known.add(site)
                else:
                    given_to[place] = {site}
            for key, _ in happening.put:
                place = key.path, key.symbol
                if place not in given_to:
                    given_to[place] = _NO_SITES
                touched.add((key.path, key.symbol, key.kind))
                self._put_to.setdefault((key.path, key.symbol, key.kind), set()).add(site)
                if key.kind in BY_PLACE:
                    self._containers.add(place)
            for cls in happening.made:
                made.add(cls)
                self._made.note(cls, site)
        for cls in made:
            for key in self._made.keys(cls):
                place = key.path, key.symbol
                if place not in given_to:
                    given_to[place] = _NO_SITES
                touched.add((key.path, key.symbol, "made"))
        if self._gave:
            for key in [key for key in self._gave if (key.path, key.symbol, key.kind) in touched]:
                del self._gave[key]
        self.asked |= self._sites.asked
        self._sites.asked.clear()
        self.todo = ()
        return touched

    def _happening(self, site: int) -> Happening:
        if site < self._calls:
            return self._sites.happening(CALL, site)
        sort, index = self._places[site - self._calls]
        if sort == INITIALISER:
            return filled(self._sites, *self._initialisers[index])
        return self._sites.happening(sort, index)

    def places(self) -> KeysView[tuple[str, int]]:
        """The functions, classes and containers that this file gives things to."""
        return self._given_to.keys()

    def demand(self, number: int) -> bool:
        """Notes the round from which on summaries are asked for; whether there are more than before."""
        if len(self.asked) <= len(self.trace.demands):
            return False
        for key in self.asked.difference(self.trace.demands):
            self.trace.demands[key] = number
        return True

    def answer(self, key: Value, number: int) -> frozenset[Value]:
        """What this file says of a key in a round: the values that it decides; what it passes to a parameter, or puts
        into an object or container."""
        found = NO_KEYS
        if key.path == self.file.path and key.kind not in ("parameter", "made"):
            found = self._answer(self._told, key)
        if self._may_give(key):
            given = self._answer(self._gave, key)
            found = found | given if found else given
        told = self.trace.answers.get(key)
        if told is not None and told[-1][1] is not found and told[-1][1] != found:
            told.append((number, found))
        elif told is None and found:
            self.trace.answers[key] = [(number, found)]
        return found

    def _may_give(self, key: Value) -> bool:
        """Whether sites of this file pass something to a parameter, put something there, or make what it tells of."""
        kind = key.kind
        if kind == "made":
            return self._made.tells(key)
        if kind == "parameter" and (key.path, key.symbol) in self._given_to:
            return True
        return kind != "returns" and (key.path, key.symbol, kind) in self._put_to

    def _answer(self, kept: dict[Value, tuple[frozenset[Value], frozenset[Value]]], key: Value) -> frozenset[Value]:
        known = kept.get(key)
        if known is None:
            self.world.reading, self.world.own = self.reads, self.file
            self._values.keys = NO_KEYS
            self._values.budget = QUESTIONS_A_KEY
            try:
                found = self._values.summarise(key) if kept is self._told else self._give(key)
            except Exception:
                found = NO_KEYS
                self.names.depth.level = 0
            known = kept[key] = (found, self._values.keys)
            self.asked |= self._values.keys
        return known[0]

    def _givers(self, key: Value) -> list[int]:
        """The sites that may give something to a key."""
        putting = self._put_to.get((key.path, key.symbol, key.kind), _NO_SITES)
        passing = self._given_to.get((key.path, key.symbol), _NO_SITES) if key.kind == "parameter" else _NO_SITES
        return sorted(putting | passing) if putting and passing else sorted(putting or passing)

    def _give(self, key: Value) -> frozenset[Value]:
        found: list[Found] = []
        values = self._values
        if self._is_test and not self.file.language.is_test(key.path):
            return NO_KEYS  # what a test passes is no part of the program
        if key.kind == "made":
            return self._made.answer(key, self._happenings)
        for site in self._givers(key):
            happening = self._happenings[site]
            if happening is None:
                continue
            if key.kind == "parameter":
                for kind, callee, given in happening.called:
                    if kind != "CALLS" or callee.level >= POSSIBLE:
                        continue
                    if (callee.value.path, callee.value.symbol) == (key.path, key.symbol):
                        at = NONE if given is not None else self.file.calls[site].expression
                        passed = values.calls.passed(callee, given, at, key)
                        found.extend([unpacked(each, INFERRED, ()) for each in passed])
                found.extend([each for place, held in happening.put if place == key for each in held])
            else:
                for place, held in happening.put:
                    if place.path == key.path and place.symbol == key.symbol and _fits(place, key):
                        mixed = key.name and not place.name and not key.name.isdigit()
                        found.extend(_of_project(held) if mixed else held)
        if not found:
            return NO_KEYS
        closed = [each for one in found for each in values.concrete((one,))]  # one that is too many leaves the others
        known = [each for each in several(closed) if values.worth(each) and each.level < POSSIBLE]
        gathered = packed(known)
        objects = {value for value in gathered if value.kind == "external_instance"}
        if not objects or (key.kind == "parameter" and len(objects) <= MOST_TEXTS):
            return gathered
        texts = objects if len(objects) > MOST_TEXTS else {value for value in objects if value.of}
        return (gathered - texts or NO_KEYS) if texts else gathered

    def invalidate(self, changed: frozenset[Value]) -> bool:
        """Forgets what was computed from changed summaries; whether there is something to do again."""
        if self.asked.isdisjoint(changed):
            return False
        concerning = Concerned(changed)
        self._values.forget(concerning)
        for kept in (self._told, self._gave):
            for key in [key for key, (_, reads) in kept.items() if reads and concerning.by(reads)]:
                del kept[key]
                self.dropped.add(key)
        read, first = self._read, self._first_use
        concerned = [site for site, keys in enumerate(read) if keys and concerning.by(keys)]
        self._late.update([site for site in concerned if site >= first])
        again = {site for site in concerned if site < first and site not in self._too_much}
        self.todo = sorted(again.union(self.todo))
        return bool(again)

    def unit(self) -> Unit:
        """The file's symbols and edges, when the rounds are over."""
        self._sites.final = True
        self.todo = sorted(self._late | self._sites.late)
        self.run()
        places = [*[(CALL, index) for index in range(self._calls)], *self._places]
        return Edges(self.names, self.file).unit(places, self._happenings)

    def kept(self, packer: Packer) -> Kept:
        """What has to be known of it to follow later edits."""
        path, trace, namer = self.file.path, self.trace, packer.namer
        entries = entries_of(self.names)
        trace.heirs = self.names.classes.heirs(path)
        trace.blocks = self.names.classes.blocks(path)
        trace.entries = [(each.found.value, each.reason) for each in entries.registrations(path)]
        trace.witnesses = entries.witnesses(path)
        self.reads.update(((BELOW, path), (BLOCKS, path), (ENTRIES, path)))
        found = self.names.marks.of(self.reads, path)
        gives = {namer.given_mark(of, at, False) for of, at in self._given_to if of in self.world.known}
        gives.update([namer.given_mark(of, at, True) for of, at in self._containers])
        gives.update([mark("", HEIR, base.path, self.world.symbol(base).name) for _, base in trace.heirs if base.path])
        gives.update([mark("", BLOCK, cls.path, self.world.symbol(cls).name) for cls, _, _ in trace.blocks])
        gives.update([mark("", ENTERED, of) for of in {target.path for target, _ in trace.entries}])
        gives.update([mark("", CALLS_MAKER, name) for name in self.world.makers_called(self.file)])
        family, linked = self.file.language.family, linked_definitions(self.file)
        gives.update([mark("", DEFINES, family, name) for name, _ in linked])
        asked, told = ({namer.key_mark(key) for key in keys} for keys in (self.asked, trace.answers))
        given = packer.given(self.world.given_by(self.file))
        return Kept(joined(asked, told, gives, found), given, packer.pack(trace), tuple(trace.witnesses))

    def forget(self) -> None:
        """Drops what was computed."""
        self._values.forget_all()
        self._made.forget()
        for kept in (
            self._happenings, self._read, self._given_to, self._put_to, self._containers, self._told, self._gave,
            self.asked, self.reads, self._places, self._late,
        ):  # fmt: skip
            kept.clear()
        self.trace = Trace()
        self.file.forget_sites()
