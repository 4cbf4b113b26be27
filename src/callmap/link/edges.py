"""From what happens at a file's sites to its unit: takes happenings, gives its symbols and edges. Pure."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Final, final

from callmap.link.entries import Registration, entries_of
from callmap.link.evidence import INFERRED, LEVELS, MANY, POSSIBLE, Found, steps
from callmap.link.file import File
from callmap.link.happening import CALL, IMPORT, RAISED, STORE, USE, Happening, Site, distinct, distinct_unknown
from callmap.link.names import Names
from callmap.link.overriding import Overriding
from callmap.link.references import inheritance, references
from callmap.model import ENTRY, NONE, Edge, Kind, Unit, UnitSymbol, short_name


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


def _classes_that_run(happening: Happening, targets: list[tuple[str, Found]]) -> list[tuple[str, Found]]:
    """new Box(): where no constructor of the project runs, the class itself is called, too. (Several classes may have
    the same one, which is one target.)"""
    classes = [callee for kind, callee in targets if kind == "CONSTRUCTS"]
    if not classes:
        return []
    receivers = [callee.receiver for kind, callee, _ in happening.called if kind == "CALLS"]
    made = {(each.path, each.symbol) for each in receivers if each is not None}
    return [("CALLS", callee) for callee in classes if (callee.value.path, callee.value.symbol) not in made]


class Edges:
    """Makes the edges of one file."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self._below = Overriding(names, file)
        self._conditions: list[str | None] | None = None
        self._callers: dict[int, str] = {}  # by scope
        self._last_names: dict[str, str] = {}  # by text
        self._origins: dict[str, tuple[str, ...]] = {file.path: ("defined in this file",)}  # by path
        self._leads: set[tuple[str, str, str]] = set()  # caller, path and name of what edges lead to

    def unit(self, sites: list[Site], happenings: list[Happening | None]) -> Unit:
        """The file's unit."""
        file = self.file
        edges = self._calls(sites, happenings)
        for edge in inheritance(self.names, file):
            self._leads.add((edge.caller, edge.callee_path, edge.callee))
            edges.append(edge)
        edges.extend(self._references())
        symbols, comments = tuple(self._symbols()), file.facts.comments
        return Unit(file.path, file.language.name, file.blob, symbols, tuple(_in_order(edges)), comments)

    def _calls(self, sites: list[Site], happenings: list[Happening | None]) -> list[Edge]:
        """Edges of what happens at sites."""
        made: list[Edge] = []
        facts = self.file.facts
        calls = facts.calls
        runs_classes, protocols = self.file.language.runs_classes, self.file.language.protocols
        for at, happening in enumerate(happenings):
            if happening is None or not (happening.called or happening.unresolved):
                continue
            sort, index = sites[at]
            if sort == CALL:
                call = calls[index]
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
                place = _Place(facts.scopes.parent(symbol.scope), 0, symbol.span.line, symbol.span.column, "", "")
            if happening.called:
                below = self._below
                targets = below.filled_in(distinct(happening))
                declared = any(callee.declared or below.is_declaration(callee) for _, callee, _ in happening.called)
                on_this = declared and below.is_on_this(sort, index)
                if on_this:
                    targets = [(kind, below.on_open(place.scope, callee)) for kind, callee in targets]
                if runs_classes:
                    targets += _classes_that_run(happening, targets)
                if declared:
                    known = {(callee.value.path, self.world.symbol(callee.value).name) for _, callee in targets}
                    others = self._overriding(place, happening, known, on_this)
                    made.extend(others)
                    filled = any(each.confidence == LEVELS[INFERRED] for each in others)
                    if protocols and (filled or on_this):
                        targets = [(kind, below.left_to_others(callee, filled)) for kind, callee in targets]
                for kind, callee in targets:
                    made.append(self._edge(place, kind, callee))
            unresolved = happening.unresolved
            one = not unresolved or (len(unresolved) == 1 and not happening.called)
            for reason, external, via in unresolved if one else self._likely(happening):
                if not happening.called or reason != "dynamic":
                    made.append(self._unresolved(place, reason, external, via))
        return made

    def _likely(self, happening: Happening) -> list[tuple[str, str | None, tuple[str, ...]]]:
        """What is outside of all that a call may call, each name once; without methods that a type is known not to
        have, if there is something else: a name that holds a text here may hold another thing there. Where none of
        several types has it, nothing is known."""
        known, separator = self.file.language.known_members, self.file.language.separator
        names = {external for _, external, _ in happening.unresolved if external is not None}
        possible = set[str]()
        for external in names:
            type, _, name = external.rpartition(separator)
            if type not in known or name in known[type]:
                possible.add(external)
        found: list[tuple[str, str | None, tuple[str, ...]]] = []
        if len(names) > 1 and not possible and not happening.called:
            found.append(("dynamic", None, ()))
        if len(names) > 1 or happening.called:
            names = possible
        for reason, named, via in distinct_unknown(happening.unresolved):
            if named is None or named in names:
                found.append((reason, named, via))
                names.discard(named or "")
        return found

    def _overriding(
        self, place: _Place, happening: Happening, known: set[tuple[str, str]], on_this: bool
    ) -> list[Edge]:
        """Methods of classes below that may run instead of those that are known."""
        made: list[Edge] = []
        for found in self._below.instead(place.scope, happening, on_this):
            if found.value == MANY:
                made.append(self._unresolved(place, "dynamic", None, found.via))
                continue
            target = (found.value.path, self.world.symbol(found.value).name)
            if target not in known:
                known.add(target)
                made.append(self._edge(place, "CALLS", found))
        return made

    def _edge(self, place: _Place, kind: str, found: Found) -> Edge:
        target = found.value
        symbol = self.world.symbol(target)
        call_type = "macro" if symbol.kind == Kind.MACRO else "indirect" if found.indirect else "direct"
        name, caller, path = symbol.name, self._caller(place.scope), target.path
        if kind != "REFERENCES":
            self._leads.add((caller, path, name))
        text = place.text or _short_name(name)
        return Edge(
            kind, call_type, LEVELS[min(found.level, POSSIBLE)], found.via or self._origin(path), caller, path,
            name, text, self._last_name(text), None, "", place.line, place.column, self._condition(place.branch),
        )  # fmt: skip

    def _origin(self, path: str) -> tuple[str, ...]:
        """The evidence of what has no other."""
        known = self._origins.get(path)
        if known is None:
            known = self._origins[path] = (f"imported from {self.world.module_name(path)}",)
        return known

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
            symbol = self.file.scopes.symbol(scope)
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
        conditions = self._conditions
        if conditions is None:
            conditions = self._conditions = []
            for each in self.file.branches:  # parents stand before their children
                outer = conditions[each.parent] if each.parent != NONE else None
                own = each.text if each.kind == "preprocessor" else ""
                both = f"{_grouped(outer)} && {_grouped(own)}" if outer and own else ""
                conditions.append(both or own or outer)
        return conditions[branch]

    def _references(self) -> list[Edge]:
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
            edge = self._edge(_Place(use.scope, use.branch, use.line, use.column, "", ""), "REFERENCES", found)
            if entry is not None or (edge.caller, edge.callee_path, edge.callee) not in self._leads:
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
            kind = symbol.kind
            if kind == Kind.IMPL:
                continue
            parent, name, flags = symbol.parent, symbol.name, symbol.flags
            while parent > 0 and symbols[parent].kind == Kind.IMPL:
                parent = symbols[parent].parent
            dotted = name if separator == "." else name.replace(".", separator)
            qualified = module if index == 0 else f"{module}{separator}{dotted}" if module else dotted
            test = in_test_file or "test" in flags
            why = entries.reason(file, index)
            if why:
                flags = (*flags, f"{ENTRY}{why}")
            span = symbol.span
            made.append(UnitSymbol(
                name, qualified, kind, symbols[parent].name if parent != NONE else "", span.line, span.column,
                span.end_line, symbol.signature, symbol.doc, flags, symbol.body, test, symbol.head, symbol.above,
            ))  # fmt: skip
        return made


def _short_name(name: str) -> str:
    return short_name(name) if "#" in name else name.rpartition(".")[2]


def _grouped(condition: str) -> str:
    return f"({condition})" if "||" in condition else condition


def _in_order(edges: list[Edge]) -> list[Edge]:
    """Edges by their place, each once. (Most stand alone there, so the rest of an edge is seldom compared.)"""
    places = [edge.line << 32 | edge.column for edge in edges]
    order = sorted(range(len(edges)), key=places.__getitem__)
    found: list[Edge] = []
    start, count = 0, len(order)
    while start < count:
        place = places[order[start]]
        end = start + 1
        while end < count and places[order[end]] == place:
            end += 1
        if end == start + 1:
            found.append(edges[order[start]])
        else:
            before: Edge | None = None
            for edge in sorted([edges[each] for each in order[start:end]], key=_AT_PLACE):
                if edge != before:
                    found.append(edge)
                before = edge
        start = end
    return found


_AT_PLACE: Final = attrgetter("kind", "callee_path", "callee", "name")
_IDENTIFIERS: Final = re.compile(r"[\w$]+!?")
