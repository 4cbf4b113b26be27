"""From one file's calls to its edges: takes its facts and what `Names` and summaries say of others, gives its unit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import attrgetter

from callmap.link.evidence import LEVELS, POSSIBLE, Found, Value, steps
from callmap.link.names import Names
from callmap.link.values import NO_KEYS, Values
from callmap.link.world import File
from callmap.model import CLASS_KINDS, NONE, Edge, Kind, Op, Unit, UnitSymbol


class FileLinker:
    """Links one file: its calls, round by round."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self._values = Values(names, file)
        self._edges: list[list[Edge]] = [[] for _ in file.facts.calls]
        self._read: list[frozenset[Value]] = [NO_KEYS] * len(file.facts.calls)
        self._todo: Iterable[int] = range(len(file.facts.calls))
        self._conditions: list[str | None] | None = None
        self.asked: set[Value] = set()  # summaries that something in this file depends on

    def run(self) -> None:
        """Evaluates the calls that are to be done."""
        values = self._values
        for index in self._todo:
            values.keys = NO_KEYS
            try:
                self._edges[index] = self._call_edges(index)
            except RecursionError:  # hostile nesting costs this call, not the run
                self._edges[index] = [self._unresolved(index, "dynamic", None, ("nested too deeply to follow",))]
            self._read[index] = values.keys
            if values.keys:
                self.asked |= values.keys
        self._todo = ()

    def summarise(self, key: Value) -> frozenset[Value]:
        self._values.keys = NO_KEYS
        values = self._values.summarise(key)
        self.asked |= self._values.keys
        return values

    def invalidate(self, changed: frozenset[Value]) -> bool:
        """Forgets what was computed from changed summaries; whether there is something to do again."""
        if self.asked.isdisjoint(changed):
            return False
        self._values.forget(changed)
        self._todo = [index for index, keys in enumerate(self._read) if keys and not keys.isdisjoint(changed)]
        return bool(self._todo)

    # --- edges ---

    def _call_edges(self, index: int) -> list[Edge]:
        call = self.file.facts.calls[index]
        found = self._values.evaluate(self.file.code.data[call.expression + 3])
        if call.text.startswith("(") and any(self._is_type(each.value) for each in found):
            return []  # (type)(value): a cast that looks like a call
        edges = [edge for each in found for edge in self._targets(index, each)]
        if len(edges) > 1:
            edges = list(dict.fromkeys(edges))
        return edges or [self._unresolved(index, "dynamic", None, ())]

    def _is_type(self, value: Value) -> bool:
        return value.kind == "class" and self.world.symbol(value).kind in (Kind.TYPE, Kind.STRUCT, Kind.UNION)

    def _targets(self, index: int, found: Found) -> list[Edge]:
        value = found.value
        if value.kind == "function":
            return self._behind_macro(index, found) or [self._edge(index, "CALLS", found, value)]
        if value.kind == "class":
            return self._construction(index, found)
        if value.kind == "super":  # super(…): the constructor of a base
            return self._constructors(index, found)
        if value.kind == "instance":
            method = self.file.language.call_method
            if not method or value.symbol == NONE:
                return []
            members = self._values.expand(self.names.classes.member(value, method))
            return [self._edge(index, "CALLS", m.after(found), m.value) for m in members if m.value.kind == "function"]
        if value.kind == "module":
            return [edge for each in self._values.called_module(found) for edge in self._targets(index, each)]
        if value.kind == "external":
            reason = "builtin" if value.name.startswith("<builtin>") else "external"
            return [self._unresolved(index, reason, value.name, found.via)]
        if value.kind in ("external_instance", "external_result"):
            reason = "builtin" if value.name.startswith("<builtin>") else "external"
            callee = self.file.code.data[self.file.facts.calls[index].expression + 3]
            if value.kind == "external_result" and reason == "builtin" and self.file.code.op(callee) != Op.ATTRIBUTE:
                return []  # what `table.get(key)` gave is called: it may be anything
            return [self._unresolved(index, reason, None, steps(found.via, (f"a value of {value.name}",)))]
        return []

    def _behind_macro(self, index: int, found: Found) -> list[Edge]:
        """What a macro that is just another name stands for: `#define alloc zmalloc`."""
        symbol = self.world.symbol(found.value)
        if symbol.kind != Kind.MACRO or "object_like" not in symbol.flags:
            return []
        named = [each for each in self._values.result(found) if each.value.kind == "function"]
        step = (f"macro {symbol.name}",)
        return [self._edge(index, "CALLS", f.but(via=steps(f.via, step), indirect=False), f.value) for f in named]

    def _construction(self, index: int, found: Found) -> list[Edge]:
        symbol = self.world.symbol(found.value)
        if symbol.kind == Kind.TYPE:
            file = self.world.files[found.value.path]
            aliased = self.names.types.instances(file, symbol.type)
            made = [Found(f.value.as_kind("class"), f.level, f.via) for f in aliased
                    if f.value.kind == "instance"]  # fmt: skip
            return [edge for each in made for edge in self._construction(index, each)]
        return [self._edge(index, "CONSTRUCTS", found, found.value), *self._constructors(index, found)]

    def _constructors(self, index: int, found: Found) -> list[Edge]:
        edges = []
        for name in self.file.language.constructors:
            for member in self.names.classes.member(found.value, name):
                if member.value.kind == "function":
                    edges.append(self._edge(index, "CALLS", member.after(found), member.value))
        return edges

    def _edge(self, index: int, kind: str, found: Found, target: Value) -> Edge:
        call = self.file.facts.calls[index]
        symbol = self.world.symbol(target)
        call_type = "macro" if symbol.kind == Kind.MACRO else "indirect" if found.indirect else "direct"
        via = found.via
        if not via:
            here = target.path == self.file.path
            via = ("defined in this file",) if here else (f"imported from {self.world.module_name(target.path)}",)
        return Edge(
            kind, call_type, LEVELS[min(found.level, POSSIBLE)], via, self._caller(call.scope), target.path,
            symbol.name, call.text, _last_name(call.text), None, "", call.line, call.column,
            self._condition(call.branch),
        )  # fmt: skip

    def _unresolved(self, index: int, reason: str, external: str | None, via: tuple[str, ...]) -> Edge:
        call = self.file.facts.calls[index]
        call_type = "macro" if call.form == "macro" else "direct" if external else "indirect"
        return Edge(
            "CALLS", call_type, "unresolved", via, self._caller(call.scope), "", "", call.text, _last_name(call.text),
            external, reason, call.line, call.column, self._condition(call.branch),
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

    def _inheritance(self) -> list[Edge]:
        """EXTENDS and IMPLEMENTS, from a class to its bases."""
        edges = []
        symbols = self.file.facts.symbols
        for index, symbol in enumerate(symbols):
            if symbol.kind not in CLASS_KINDS and symbol.kind != Kind.IMPL:
                continue
            implemented = next((int(f[11:]) for f in symbol.flags if f.startswith("implements:")), len(symbol.bases))
            for place, base in enumerate(symbol.bases):
                if self.file.code.op(base) == Op.KEYWORD:
                    continue
                kind = "IMPLEMENTS" if place >= implemented or symbol.kind == Kind.IMPL else "EXTENDS"
                edges.extend(self._base_edges(index, base, kind))
        return edges

    def _base_edges(self, index: int, base: int, kind: str) -> list[Edge]:
        file = self.file
        symbol = file.facts.symbols[index]
        text = file.code.text(self.names.types.bare(file, base))
        subject = symbol.name
        if symbol.kind == Kind.IMPL:
            owner = next(
                (f for f in self.names.expression(file, self.names.types.bare(file, symbol.target)) or ()), None
            )
            if owner is None or owner.value.kind != "class" or owner.value.path != file.path:
                return []
            subject = self.world.symbol(owner.value).name
        edges = []
        for found in self.names.expression(file, self.names.types.bare(file, base)) or ():
            value = found.value
            if value.kind == "class":
                edges.append(Edge(
                    kind, "direct", LEVELS[found.level], found.via, subject, value.path,
                    self.world.symbol(value).name, text, text, None, "", symbol.span.line, symbol.span.column, None,
                ))  # fmt: skip
        return edges

    # --- the unit ---

    def unit(self) -> Unit:
        file = self.file
        edges = [edge for group in self._edges for edge in group] + self._inheritance()
        edges.sort(key=_PLACE)
        distinct = [edge for edge, before in zip(edges, [None, *edges], strict=False) if edge != before]
        return Unit(file.path, file.language.name, file.blob, tuple(self._symbols()), tuple(distinct))

    def _symbols(self) -> Iterable[UnitSymbol]:
        file = self.file
        module = self.world.module_name(file.path)
        separator = file.language.separator
        in_test_file = file.language.is_test(file.path)
        symbols = file.facts.symbols
        for index, symbol in enumerate(symbols):
            if symbol.kind == Kind.IMPL:
                continue
            parent = symbol.parent
            while parent > 0 and symbols[parent].kind == Kind.IMPL:
                parent = symbols[parent].parent
            dotted = symbol.name if separator == "." else symbol.name.replace(".", separator)
            qualified = module if index == 0 else f"{module}{separator}{dotted}" if module else dotted
            yield UnitSymbol(
                symbol.name, qualified, symbol.kind, symbols[parent].name if parent != NONE else "",
                symbol.span.line, symbol.span.column, symbol.span.end_line, symbol.signature, symbol.doc,
                symbol.flags, symbol.body, in_test_file or "test" in symbol.flags,
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
