"""From one file's calls to its edges: takes its facts and what `Names` and summaries say of others, gives its unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from callmap.languages.signals import let_signals_in
from callmap.link.entries import Entries, Registration
from callmap.link.evidence import (
    INFERRED,
    LEVELS,
    MANY_FILES,
    MOST_OVERRIDING,
    MOST_TEXTS,
    POSSIBLE,
    QUESTIONS_A_FILE,
    QUESTIONS_A_KEY,
    QUESTIONS_A_SITE,
    QUESTIONS_OF_SITES,
    STATIC,
    TOO_DEEP,
    TOO_MANY_OVERRIDE,
    Found,
    Value,
    steps,
    unpacked,
)
from callmap.link.file import File
from callmap.link.happening import Happening
from callmap.link.names import Names
from callmap.link.prototypes import OTHERS
from callmap.link.references import inheritance, references
from callmap.link.sites import Sites
from callmap.link.values import NO_KEYS, Values, packed
from callmap.model import CLASS_KINDS, ENTRY, NONE, Edge, Kind, Op, Return, Unit, UnitSymbol

FAILED = "callmap failed to follow this"


class _Place(NamedTuple):
    """Where a site stands, and how it reads."""

    scope: int
    branch: int
    line: int
    column: int
    text: str
    form: str


def _fits(place: Value, key: Value) -> bool:
    """Whether what is put at one place is seen at the other: an unknown key of a container may be any."""
    if place.kind != key.kind:
        return False
    if place.name == key.name or (place.name == OTHERS and not key.name):
        return True
    return key.kind == "content" and (not place.name or not key.name) and (place.name or key.name)[0] != "<"


def _distinct(happening: Happening) -> list[tuple[str, Found]]:
    """Each target of a site once, with the best evidence. A method that both the declared class and one that was seen
    here have is proven, however many classes were seen."""
    found: dict[tuple[str, str, int], Found] = {}
    for kind, callee, _ in happening.called:
        target = (kind, callee.value.path, callee.value.symbol)
        known = found.get(target)
        if known is None:
            found[target] = callee
        elif {known.level, callee.level} == {INFERRED, POSSIBLE}:
            declared = known if known.level == POSSIBLE else callee
            found[target] = declared.but(level=STATIC, via=declared.via[:1])
        elif callee.level < known.level:
            found[target] = callee
    return [(kind, callee) for (kind, _, _), callee in found.items()]


class FileLinker:
    """Links one file: its calls, operators and stores, round by round."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self._values = Values(names, file)
        self._sites = Sites(self._values)
        calls, stores = range(len(file.facts.calls)), file.outside_stores()
        self._places: list[tuple[Callable[[int], Happening], int]] = [
            *((self._sites.call, index) for index in calls),
            *((self._sites.store, index) for index in stores),
            *((self._sites.definition, index) for index in self._hooked()),
            *((self._sites.raised, index) for index, given in enumerate(file.facts.returns) if self._makes(given)),
        ]
        uses = self._sites.uses()
        handlers = [index for index in uses if file.facts.uses[index].kind == "handler"]
        self._places.extend((self._sites.use, index) for index in handlers)
        self._first_use = len(self._places)
        self._places.extend((self._sites.use, index) for index in uses if file.facts.uses[index].kind != "handler")
        large = len(self.world.files) > MANY_FILES
        uses_at = range(self._first_use, len(self._places))
        self._late = set(uses_at) if large else set()  # implicit operations for the end: they feed little
        self._happenings: list[Happening | None] = [None] * len(self._places)
        self._read: list[frozenset[Value]] = [NO_KEYS] * len(self._places)
        self._todo: Iterable[int] = range(self._first_use if large else len(self._places))
        self._given_to: dict[tuple[str, int], set[int]] = {}  # function, class or container → sites that give it things
        self._told: dict[Value, tuple[frozenset[Value], frozenset[Value]]] = {}  # key → (values, what they depend on)
        self._gave: dict[Value, tuple[frozenset[Value], frozenset[Value]]] = {}
        self._conditions: list[str | None] | None = None
        self._is_test = file.language.is_test(file.path)
        self.asked: set[Value] = set()  # summaries that something in this file depends on

    def _hooked(self) -> list[int]:
        """Classes whose definition may run code."""
        if self.world.method_names().isdisjoint(self.file.language.class_hooks):
            return []
        symbols = enumerate(self.file.facts.symbols)
        return [index for index, symbol in symbols if symbol.bases and symbol.kind in CLASS_KINDS]

    def _makes(self, given: Return) -> bool:
        """raise Failure, without a call"""
        made = given.kind == "raise" and bool(self.file.language.call_method)
        return made and given.value != NONE and self.file.code.op(given.value) in (Op.NAME, Op.ATTRIBUTE)

    def run(self) -> set[tuple[str, int]]:
        """Evaluates the sites that are to be done; the functions, classes and containers that they give things to."""
        values = self._values
        todo = list(self._todo)
        left = QUESTIONS_OF_SITES * len(todo) + QUESTIONS_A_FILE
        touched: set[tuple[str, int]] = set()
        for site in todo:
            values.keys = NO_KEYS
            values.budget = granted = min(left, QUESTIONS_A_SITE)
            let_signals_in()
            evaluate, index = self._places[site]
            try:
                happening = evaluate(index)
            except Exception as error:  # hostile nesting, or a mistake of ours, costs this call, not the run
                happening = Happening()
                deep = isinstance(error, RecursionError)
                why = TOO_DEEP if deep else f"{FAILED} ({type(error).__name__})"
                happening.unresolved.append(("dynamic", None, (why,)))
                self.names.depth.level = 0
            left -= granted - values.budget
            self._happenings[site] = happening
            self._read[site] = values.keys
            if values.keys:
                self.asked |= values.keys
            for _, callee, _ in happening.called:
                touched.add((callee.value.path, callee.value.symbol))
                self._given_to.setdefault((callee.value.path, callee.value.symbol), set()).add(site)
            for key, _ in happening.put:
                touched.add((key.path, key.symbol))
                self._given_to.setdefault((key.path, key.symbol), set()).add(site)
        if self._gave:
            for key in [key for key in self._gave if (key.path, key.symbol) in touched]:
                del self._gave[key]
        self._todo = ()
        return touched

    def summarise(self, key: Value) -> frozenset[Value]:
        """The values of a key that this file decides."""
        return self._answer(self._told, key, self._values.summarise)

    def give(self, key: Value) -> frozenset[Value]:
        """What this file passes to a parameter, or puts into an object or container."""
        return self._answer(self._gave, key, self._give)

    def _answer(
        self,
        kept: dict[Value, tuple[frozenset[Value], frozenset[Value]]],
        key: Value,
        compute: Callable[[Value], frozenset[Value]],
    ) -> frozenset[Value]:
        known = kept.get(key)
        if known is None:
            self._values.keys = NO_KEYS
            self._values.budget = QUESTIONS_A_KEY
            try:
                found = compute(key)
            except Exception:
                found = frozenset()
                self.names.depth.level = 0
            known = kept[key] = (found, self._values.keys)
            self.asked |= self._values.keys
        return known[0]

    def _give(self, key: Value) -> frozenset[Value]:
        found: list[Found] = []
        values = self._values
        if self._is_test and not self.file.language.is_test(key.path):
            return frozenset()  # what a test passes is no part of the program
        for site in sorted(self._given_to.get((key.path, key.symbol), ())):
            happening = self._happenings[site]
            if happening is None:
                continue
            if key.kind == "parameter":
                for kind, callee, given in happening.called:
                    if kind == "CALLS" and (callee.value.path, callee.value.symbol) == (key.path, key.symbol):
                        at = NONE if given is not None else self.file.facts.calls[self._places[site][1]].expression
                        passed = values.calls.passed(callee, given, at, key)
                        found.extend(unpacked(each, INFERRED, ()) for each in passed)
            else:
                for place, held in happening.put:
                    if place.path == key.path and place.symbol == key.symbol and _fits(place, key):
                        found.extend(held)
        known = [each for each in values.concrete(tuple(found)) if values.worth(each) and each.level < POSSIBLE]
        gathered = packed(known)
        texts = {value for value in gathered if value.kind == "external_instance"}
        return gathered if len(texts) <= MOST_TEXTS and key.kind == "parameter" else gathered - texts

    def invalidate(self, changed: frozenset[Value]) -> bool:
        """Forgets what was computed from changed summaries; whether there is something to do again."""
        if self.asked.isdisjoint(changed):
            return False
        self._values.forget(changed)
        for kept in (self._told, self._gave):
            for key in [key for key, (_, reads) in kept.items() if not reads.isdisjoint(changed)]:
                del kept[key]
        read = self._read
        uses = range(self._first_use, len(read))
        self._late.update(site for site in uses if read[site] and not read[site].isdisjoint(changed))
        self._todo = [site for site in range(self._first_use) if read[site] and not read[site].isdisjoint(changed)]
        return bool(self._todo)

    # --- edges ---

    def _edges(self) -> Iterator[Edge]:
        facts = self.file.facts
        for (evaluate, index), happening in zip(self._places, self._happenings, strict=True):
            if happening is None or not (happening.called or happening.unresolved):
                continue
            if evaluate == self._sites.call:
                call = facts.calls[index]
                place = _Place(call.scope, call.branch, call.line, call.column, call.text, call.form)
            elif evaluate == self._sites.store:
                store = facts.stores[index]
                place = _Place(store.scope, store.branch, store.line, 1, store.attribute, "")
            elif evaluate == self._sites.use:
                use = facts.uses[index]
                place = _Place(use.scope, use.branch, use.line, use.column, "", "")
            elif evaluate == self._sites.raised:
                given = facts.returns[index]
                place = _Place(facts.symbols[given.symbol].scope, 0, given.line, 1, "", "")
            else:
                symbol = facts.symbols[index]
                place = _Place(facts.scopes[symbol.scope].parent, 0, symbol.span.line, symbol.span.column, "", "")
            edges = [self._edge(place, kind, callee) for kind, callee in _distinct(happening)]
            yield from edges
            yield from self._overriding(place, happening, {(edge.callee_path, edge.callee) for edge in edges})
            for reason, external, via in dict.fromkeys(happening.unresolved):
                if not happening.called or reason != "dynamic":
                    yield self._unresolved(place, reason, external, via)

    def _overriding(self, place: _Place, happening: Happening, known: set[tuple[str, str]]) -> Iterator[Edge]:
        """Where a class is known by declaration only, methods of classes below may run instead."""
        for kind, callee, _ in happening.called:
            receiver = callee.receiver
            if not callee.declared or kind != "CALLS" or receiver is None or receiver.kind != "instance":
                continue
            name = self.world.symbol(callee.value).short_name
            below = self.names.classes.all_below(receiver.as_kind("class"))
            found: list[Found] = []
            for cls in below:
                step = f"{self.world.symbol(cls).name} overrides it"
                found.extend(
                    Found(each.value, POSSIBLE, steps(callee.via, (step,)), callee.indirect)
                    for each in self.names.classes.own_member(cls.as_kind("instance"), name)
                    if each.value.kind == "function"
                )
            if len(found) > MOST_OVERRIDING:
                many = (f"{len(found)} {TOO_MANY_OVERRIDE}",)
                yield self._unresolved(place, "dynamic", None, steps(callee.via, many))
                continue
            for each in found:
                target = (each.value.path, self.world.symbol(each.value).name)
                if target not in known:
                    known.add(target)
                    yield self._edge(place, kind, each)

    def _edge(self, place: _Place, kind: str, found: Found) -> Edge:
        target = found.value
        symbol = self.world.symbol(target)
        call_type = "macro" if symbol.kind == Kind.MACRO else "indirect" if found.indirect else "direct"
        via = found.via
        if not via:
            here = target.path == self.file.path
            via = ("defined in this file",) if here else (f"imported from {self.world.module_name(target.path)}",)
        text = place.text or symbol.short_name
        return Edge(
            kind, call_type, LEVELS[min(found.level, POSSIBLE)], via, self._caller(place.scope), target.path,
            symbol.name, text, _last_name(text), None, "", place.line, place.column, self._condition(place.branch),
        )  # fmt: skip

    def _unresolved(self, place: _Place, reason: str, external: str | None, via: tuple[str, ...]) -> Edge:
        call_type = "macro" if place.form == "macro" else "direct" if external else "indirect"
        return Edge(
            "CALLS", call_type, "unresolved", via, self._caller(place.scope), "", "", place.text,
            _last_name(place.text), external, reason, place.line, place.column, self._condition(place.branch),
        )  # fmt: skip

    def _caller(self, scope: int) -> str:
        symbols = self.file.facts.symbols
        symbol = self.file.facts.scopes[scope].symbol
        while symbol > 0 and symbols[symbol].kind == Kind.IMPL:
            symbol = symbols[symbol].parent
        return symbols[symbol].name if symbol > 0 else ""

    def _condition(self, branch: int) -> str | None:
        """The preprocessor conditions that a site stands under, outermost first."""
        if self._conditions is None:
            self._conditions = []
            for each in self.file.facts.branches:  # parents stand before their children
                outer = self._conditions[each.parent] if each.parent != NONE else None
                own = each.text if each.kind == "preprocessor" else ""
                both = f"{_grouped(outer)} && {_grouped(own)}" if outer and own else ""
                self._conditions.append(both or own or outer)
        return self._conditions[branch]

    def _references(self, known: set[tuple[str, str, str]]) -> Iterator[Edge]:
        """REFERENCES, from code to the definitions that it names and does not call itself."""
        registered = {
            (each.found.value.path, each.found.value.symbol): each
            for each in self._entries().registrations.get(self.file.path, ())
        }
        mentioned: set[Registration] = set()
        for use, found in references(self.names, self.file):
            entry = registered.get((found.value.path, found.value.symbol))
            if entry is not None:
                mentioned.add(entry)
                found = found.but(via=steps(found.via, (f"{ENTRY} {entry.reason}",)))
            place = _Place(use.scope, use.branch, use.line, use.column, self.world.symbol(found.value).short_name, "")
            edge = self._edge(place, "REFERENCES", found)
            if entry is not None or (edge.caller, edge.callee_path, edge.callee) not in known:
                yield edge
        for entry in registered.values():
            if entry in mentioned:
                continue  # else it is registered by a method of it: View.as_view()
            found = entry.found.but(via=steps(entry.found.via, (f"{ENTRY} {entry.reason}",)), indirect=True)
            place = _Place(entry.call.scope, entry.call.branch, entry.call.line, entry.call.column, entry.call.text, "")
            yield self._edge(place, "REFERENCES", found)

    def _entries(self) -> Entries:
        return self.world.remember("entries", lambda: Entries(self.names))  # type: ignore[no-any-return]

    # --- the unit ---

    def unit(self) -> Unit:
        file = self.file
        self._sites.final = True
        self._todo = sorted(self._late | self._sites.late)
        self.run()
        edges = [*self._edges(), *inheritance(self.names, self.file)]
        edges.extend(self._references({(edge.caller, edge.callee_path, edge.callee) for edge in edges}))
        edges.sort(key=_PLACE)
        distinct = [edge for edge, before in zip(edges, [None, *edges], strict=False) if edge != before]
        self._values.forget_all()
        for kept in (self._happenings, self._read, self._given_to, self._told, self._gave, self.asked):
            kept.clear()
        symbols, comments = tuple(self._symbols()), file.facts.comments
        return Unit(file.path, file.language.name, file.blob, symbols, tuple(distinct), comments)

    def _symbols(self) -> Iterable[UnitSymbol]:
        file = self.file
        module = self.world.module_name(file.path)
        separator = file.language.separator
        in_test_file = file.language.is_test(file.path)
        symbols = file.facts.symbols
        entries = self._entries()
        for index, symbol in enumerate(symbols):
            if symbol.kind == Kind.IMPL:
                continue
            parent = symbol.parent
            while parent > 0 and symbols[parent].kind == Kind.IMPL:
                parent = symbols[parent].parent
            dotted = symbol.name if separator == "." else symbol.name.replace(".", separator)
            qualified = module if index == 0 else f"{module}{separator}{dotted}" if module else dotted
            why = entries.reason(file, index)
            flags = (*symbol.flags, f"{ENTRY}{why}") if why else symbol.flags
            yield UnitSymbol(
                symbol.name, qualified, symbol.kind, symbols[parent].name if parent != NONE else "",
                symbol.span.line, symbol.span.column, symbol.span.end_line, symbol.signature, symbol.doc,
                flags, symbol.body, in_test_file or "test" in symbol.flags,
            )  # fmt: skip


def _grouped(condition: str) -> str:
    return f"({condition})" if "||" in condition else condition


def _last_name(text: str) -> str:
    """The last identifier of a callee's text: `a.b(c).run` → `run`."""
    name = text.rpartition(".")[2]
    if name.isidentifier():
        return name
    names = _IDENTIFIERS.findall(text)
    return names[-1] if names else ""


_PLACE = attrgetter("line", "column", "kind", "callee_path", "callee", "name")
_IDENTIFIERS = re.compile(r"[\w$]+!?")
