"""From what happens at a file's sites to its unit: takes happenings, gives its symbols and edges. Pure."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Final, final

from callmap.link.code import PARTS_ARE_INDEXES
from callmap.link.entries import Registration, entries_of
from callmap.link.evidence import (
    INFERRED,
    LEVELS,
    MOST_FUNCTIONS,
    MOST_OVERRIDING,
    POSSIBLE,
    THIS,
    TOO_MANY_OVERRIDE,
    Found,
    Value,
    steps,
)
from callmap.link.file import File
from callmap.link.happening import CALL, IMPORT, RAISED, STORE, USE, Happening, Site, distinct
from callmap.link.names import Names
from callmap.link.references import inheritance, references
from callmap.model import ENTRY, NONE, Edge, Kind, Op, Unit, UnitSymbol


@final
class _Place:
    """Where a site stands, and how it reads."""

    __slots__ = ("branch", "column", "form", "line", "scope", "text")

    def __init__(self, scope: int, branch: int, line: int, column: int, text: str, form: str) -> None:
        self.scope = scope
        self.branch = branch
        self.line = line
        self.column = column
        self.text = text
        self.form = form


def _classes_that_run(targets: list[tuple[str, Found]]) -> list[tuple[str, Found]]:
    """new Box(): where no constructor of the project runs, the class itself is called, too."""
    made = {(each.receiver.path, each.receiver.symbol) for kind, each in targets if kind == "CALLS" and each.receiver}
    classes = [callee for kind, callee in targets if kind == "CONSTRUCTS"]
    return [("CALLS", callee) for callee in classes if (callee.value.path, callee.value.symbol) not in made]


class Edges:
    """Makes the edges of one file."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self._conditions: list[str | None] | None = None
        self._callers: dict[int, str] = {}  # by scope
        self._last_names: dict[str, str] = {}  # by text

    def unit(self, sites: list[Site], happenings: list[Happening | None]) -> Unit:
        """The file's unit."""
        file = self.file
        edges = [*self._calls(sites, happenings), *inheritance(self.names, file)]
        edges.extend(self._references({(edge.caller, edge.callee_path, edge.callee) for edge in edges}))
        symbols, comments = tuple(self._symbols()), file.facts.comments
        return Unit(file.path, file.language.name, file.blob, symbols, tuple(_in_order(edges)), comments)

    def _calls(self, sites: list[Site], happenings: list[Happening | None]) -> list[Edge]:
        """Edges of what happens at sites."""
        made: list[Edge] = []
        facts = self.file.facts
        for (sort, index), happening in zip(sites, happenings, strict=True):
            if happening is None or not (happening.called or happening.unresolved):
                continue
            if sort == CALL:
                call = facts.calls[index]
                place = _Place(call.scope, call.branch, call.line, call.column, call.text, call.form)
            elif sort == STORE:
                store = facts.stores[index]
                place = _Place(store.scope, store.branch, store.line, 1, store.attribute, "")
            elif sort == USE:
                use = facts.uses[index]
                place = _Place(use.scope, use.branch, use.line, use.column, "", "")
            elif sort == IMPORT:
                bound = facts.bindings[index]
                place = _Place(bound.scope, bound.branch, bound.line, 1, "", "")
            elif sort == RAISED:
                given = facts.returns[index]
                place = _Place(facts.symbols[given.symbol].scope, 0, given.line, 1, "", "")
            else:
                symbol = facts.symbols[index]
                place = _Place(facts.scopes[symbol.scope].parent, 0, symbol.span.line, symbol.span.column, "", "")
            if happening.called:
                targets = self._filled_in(distinct(happening))
                declared = any(callee.declared or self._is_declaration(callee) for _, callee, _ in happening.called)
                on_this = declared and self._happens_on_this(sort, index)
                if on_this:
                    targets = [(kind, self._on_open(place.scope, callee)) for kind, callee in targets]
                if self.file.language.runs_classes:
                    targets += _classes_that_run(targets)
                if declared:
                    known = {(callee.value.path, self.world.symbol(callee.value).name) for _, callee in targets}
                    others = self._overriding(place, happening, known, on_this)
                    made.extend(others)
                    if self.file.language.protocols and any(each.confidence == LEVELS[INFERRED] for each in others):
                        targets = [(kind, self._left_to_others(callee)) for kind, callee in targets]
                made.extend([self._edge(place, kind, callee) for kind, callee in targets])
            unresolved = happening.unresolved
            for reason, external, via in unresolved if len(unresolved) < 2 else list(dict.fromkeys(unresolved)):
                if not happening.called or reason != "dynamic":
                    made.append(self._unresolved(place, reason, external, via))
        return made

    def _happens_on_this(self, sort: int, index: int) -> bool:
        if sort == CALL:
            expression = self.file.facts.calls[index].expression
            return self._is_on_this(self.file.code.first(expression)) or self._is_on_this(expression)
        if sort == USE:
            return self._is_on_this(self.file.facts.uses[index].expression)
        return sort == STORE and self._is_this(self.file.facts.stores[index].object)

    def _on_open(self, scope: int, callee: Found) -> Found:
        """A method that is taken from the receiver's own class, though only classes below are seen: as likely as theirs
        where nobody makes these either, and some of them inherit it."""
        receiver = callee.receiver
        if callee.level != POSSIBLE or not callee.declared or receiver is None or receiver.kind != "instance":
            return callee
        if self._is_abstract(callee) or self._open_method(scope, receiver) == NONE:
            return callee
        return callee.but(level=INFERRED) if self._is_inherited(callee, receiver) else callee

    def _left_to_others(self, callee: Found) -> Found:
        """An abstract method is only possible where all classes below fill it in."""
        receiver = callee.receiver
        if receiver is None or not self._is_abstract(callee) or self._is_inherited(callee, receiver):
            return callee
        return callee.but(level=POSSIBLE)

    def _is_inherited(self, callee: Found, receiver: Value) -> bool:
        """Whether a class below the receiver's has that method from it."""
        classes, name = self.names.classes, self.world.symbol(callee.value).short_name
        below = [classes.member(cls.as_kind("instance"), name) for cls in classes.all_below(receiver.as_kind("class"))]
        return any(each.value == callee.value for members in below for each in members)

    def _filled_in(self, targets: list[tuple[str, Found]]) -> list[tuple[str, Found]]:
        """The targets of a site; an abstract method, or a protocol's, is only possible where others that fill it in are
        known to run. (In languages where it is a function like others, and no mere declaration.)"""
        if len(targets) < 2 or not self.file.language.protocols:
            return targets
        names = {
            self.world.symbol(callee.value).short_name for kind, callee in targets
            if kind == "CALLS" and callee.level < POSSIBLE and not self._is_abstract(callee)
        }  # fmt: skip
        return [
            (kind, callee.but(level=POSSIBLE))
            if self._is_abstract(callee) and self.world.symbol(callee.value).short_name in names else (kind, callee)
            for kind, callee in targets
        ]  # fmt: skip

    def _is_abstract(self, callee: Found) -> bool:
        value = callee.value
        symbol = self.world.symbol(value) if value.kind == "function" else None
        if symbol is None or symbol.kind != Kind.METHOD:
            return False
        owner = Value("class", value.path, symbol.parent)
        return "abstract" in symbol.flags or self.names.classes.is_protocol(owner)

    def _overriding(
        self, place: _Place, happening: Happening, known: set[tuple[str, str]], on_this: bool
    ) -> list[Edge]:
        """Where a class is known by declaration only, methods of classes below may run instead. It is one of them where
        what is known has no code of its own; in an abstract class that others may use, whatever else is known; and on
        the receiver of a method that they inherit, where nobody is seen to call that on anything else."""
        made: list[Edge] = []
        only_declared = all(self._is_declaration(callee) for _, callee, _ in happening.called)
        for kind, callee, _ in happening.called:
            receiver = callee.receiver
            if kind != "CALLS" or receiver is None or receiver.kind != "instance":
                continue
            offered = on_this and self._is_declaration(callee) and "exported" in self.world.symbol(receiver).flags
            if not (callee.declared or offered):
                continue
            around = self._open_method(place.scope, receiver) if on_this else NONE
            surely = only_declared or offered
            most = MOST_FUNCTIONS if surely or around != NONE else MOST_OVERRIDING
            name = self.world.symbol(callee.value).short_name
            found: list[Found] = []
            for cls, members in self.names.classes.members_below(receiver.as_kind("class"), name):
                step = f"{self.world.symbol(cls).name} overrides it"
                level = INFERRED if surely or (around != NONE and self._inherits(cls, around)) else POSSIBLE
                found.extend([
                    Found(each.value, level, steps(callee.via, (step,)), callee.indirect)
                    for each in members if each.value.kind == "function"
                ])  # fmt: skip
            if len(found) > most:
                many = (f"{len(found)} {TOO_MANY_OVERRIDE}",)
                made.append(self._unresolved(place, "dynamic", None, steps(callee.via, many)))
                continue
            for each in found:
                target = (each.value.path, self.world.symbol(each.value).name)
                if target not in known:
                    known.add(target)
                    made.append(self._edge(place, kind, each))
        return made

    def _open_method(self, scope: int, receiver: Value) -> int:
        """The method around, if nobody is seen to call it but on what is declared as its class or one below, and these
        are not made themselves: it runs for those that inherit from it. Else NONE."""
        method = self.file.method_around(scope, receiver.symbol) if receiver.path == self.file.path else NONE
        if method == NONE:
            return NONE
        given = self.world.summary(Value("parameter", self.file.path, method, THIS))
        if not given:
            return method
        seen = {Value("made", each.path, each.symbol) for each in (receiver, *given)}
        known = all(each.kind == "instance" for each in given)
        return method if known and not any(self.world.summary(each) for each in seen) else NONE

    def _inherits(self, cls: Value, method: int) -> bool:
        """Whether instances of a class have that method of this file: no class nearer to them has one of its name."""
        symbol = self.file.symbols[method]
        for owner in self.names.classes.mro(cls):
            if owner.symbol == symbol.parent and owner.path == self.file.path:
                return True
            if owner.kind == "class" and self.names.classes.own_member(owner, symbol.short_name):
                return False
        return False

    def _is_on_this(self, at: int) -> bool:
        """this.name, self.name, self[key], key in self, len(self)"""
        code = self.file.code
        if at == NONE or code.op(at) in PARTS_ARE_INDEXES:
            return False
        if code.op(at) == Op.ATTRIBUTE:
            return self._is_this(code.first(at))
        return any(self._is_this(part) for part in code.parts(at))

    def _is_this(self, at: int) -> bool:
        code = self.file.code
        if at == NONE or code.op(at) != Op.NAME:
            return at != NONE and code.op(at) == Op.THIS
        scope, mark = code.data[at + 3], code.data[at + 4]
        values = [self.file.bindings[each].value for each in self.file.lookup(scope, code.text(at), mark)[1]]
        return bool(values) and all(value != NONE and code.op(value) == Op.THIS for value in values)

    def _is_declaration(self, callee: Found) -> bool:
        return callee.value.kind == "function" and not _WITHOUT_CODE.isdisjoint(self.world.symbol(callee.value).flags)

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
            symbol.name, text, self._last_name(text), None, "", place.line, place.column, self._condition(place.branch),
        )  # fmt: skip

    def _unresolved(self, place: _Place, reason: str, external: str | None, via: tuple[str, ...]) -> Edge:
        call_type = "macro" if place.form == "macro" else "direct" if external else "indirect"
        return Edge(
            "CALLS", call_type, "unresolved", via, self._caller(place.scope), "", "", place.text,
            self._last_name(place.text), external, reason, place.line, place.column, self._condition(place.branch),
        )  # fmt: skip

    def _caller(self, scope: int) -> str:
        known = self._callers.get(scope)
        if known is None:
            symbols = self.file.symbols
            symbol = self.file.scopes[scope].symbol
            while symbol > 0 and symbols[symbol].kind == Kind.IMPL:
                symbol = symbols[symbol].parent
            known = self._callers[scope] = symbols[symbol].name if symbol > 0 else ""
        return known

    def _last_name(self, text: str) -> str:
        """The last identifier of a callee's text: `a.b(c).run` → `run`."""
        known = self._last_names.get(text)
        if known is None:
            known = text.rpartition(".")[2]
            if not known.isidentifier():
                names = _IDENTIFIERS.findall(text)
                known = names[-1] if names else ""
            self._last_names[text] = known
        return known

    def _condition(self, branch: int) -> str | None:
        """The preprocessor conditions that a site stands under, outermost first."""
        if self._conditions is None:
            self._conditions = []
            for each in self.file.branches:  # parents stand before their children
                outer = self._conditions[each.parent] if each.parent != NONE else None
                own = each.text if each.kind == "preprocessor" else ""
                both = f"{_grouped(outer)} && {_grouped(own)}" if outer and own else ""
                self._conditions.append(both or own or outer)
        return self._conditions[branch]

    def _references(self, known: set[tuple[str, str, str]]) -> list[Edge]:
        """REFERENCES, from code to the definitions that it names and does not call itself."""
        made: list[Edge] = []
        registered = {
            (each.found.value.path, each.found.value.symbol): each
            for each in entries_of(self.names).registrations(self.file.path)
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
                made.append(edge)
        for entry in registered.values():
            if entry in mentioned:
                continue  # else it is registered by a method of it: View.as_view()
            found = entry.found.but(via=steps(entry.found.via, (f"{ENTRY} {entry.reason}",)), indirect=True)
            place = _Place(entry.call.scope, entry.call.branch, entry.call.line, entry.call.column, entry.call.text, "")
            made.append(self._edge(place, "REFERENCES", found))
        return made

    def _symbols(self) -> list[UnitSymbol]:
        made: list[UnitSymbol] = []
        file = self.file
        module = self.world.module_name(file.path)
        separator = file.language.separator
        in_test_file = file.language.is_test(file.path)
        symbols = file.symbols
        entries = entries_of(self.names)
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
            span = symbol.span
            made.append(UnitSymbol(
                symbol.name, qualified, symbol.kind, symbols[parent].name if parent != NONE else "",
                span.line, span.column, span.end_line, symbol.signature, symbol.doc,
                flags, symbol.body, in_test_file or "test" in symbol.flags,
            ))  # fmt: skip
        return made


def _grouped(condition: str) -> str:
    return f"({condition})" if "||" in condition else condition


def _in_order(edges: list[Edge]) -> list[Edge]:
    """Edges by their place, each once. (Most stand alone there, so the rest of an edge is seldom compared.)"""
    places: dict[int, list[Edge]] = {}
    for edge in edges:
        place = edge.line << 32 | edge.column
        same = places.get(place)
        if same is None:
            places[place] = [edge]
        else:
            same.append(edge)
    found: list[Edge] = []
    for place in sorted(places):
        same = places[place]
        if len(same) == 1:
            found.append(same[0])
            continue
        same.sort(key=_AT_PLACE)
        before: Edge | None = None
        for edge in same:
            if edge != before:
                found.append(edge)
            before = edge
    return found


_WITHOUT_CODE: Final = frozenset({"declaration", "abstract"})
_AT_PLACE: Final = attrgetter("kind", "callee_path", "callee", "name")
_IDENTIFIERS: Final = re.compile(r"[\w$]+!?")
