"""From what happens at a file's sites to its unit: takes happenings, gives its symbols and edges. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Final, final

from callmap.link.entries import Entries, Registration, entries_of
from callmap.link.evidence import INFERRED, LEVELS, MOST_OVERRIDING, POSSIBLE, STATIC, TOO_MANY_OVERRIDE, Found, steps
from callmap.link.file import File
from callmap.link.happening import CALL, RAISED, STORE, USE, Happening, Site
from callmap.link.names import Names
from callmap.link.references import inheritance, references
from callmap.model import ENTRY, NONE, Edge, Kind, Unit, UnitSymbol


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


class Edges:
    """Makes the edges of one file."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self._conditions: list[str | None] | None = None
        self._callers: dict[int, str] = {}  # by scope

    def unit(self, sites: list[Site], happenings: list[Happening | None]) -> Unit:
        """The file's unit."""
        file = self.file
        edges = [*self._calls(sites, happenings), *inheritance(self.names, file)]
        edges.extend(self._references({(edge.caller, edge.callee_path, edge.callee) for edge in edges}))
        edges.sort(key=_PLACE)
        distinct = [edge for edge, before in zip(edges, [None, *edges], strict=False) if edge != before]
        symbols, comments = tuple(self._symbols()), file.facts.comments
        return Unit(file.path, file.language.name, file.blob, symbols, tuple(distinct), comments)

    def _calls(self, sites: list[Site], happenings: list[Happening | None]) -> Iterator[Edge]:
        """Edges of what happens at sites."""
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
            elif sort == RAISED:
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
        known = self._callers.get(scope)
        if known is None:
            symbols = self.file.facts.symbols
            symbol = self.file.facts.scopes[scope].symbol
            while symbol > 0 and symbols[symbol].kind == Kind.IMPL:
                symbol = symbols[symbol].parent
            known = self._callers[scope] = symbols[symbol].name if symbol > 0 else ""
        return known

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
            for each in self._entries().registrations(self.file.path)
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
        return entries_of(self.names)

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


_PLACE: Final = attrgetter("line", "column", "kind", "callee_path", "callee", "name")
_IDENTIFIERS: Final = re.compile(r"[\w$]+!?")
