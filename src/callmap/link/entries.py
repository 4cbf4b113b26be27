"""Where programs are entered from outside: takes the facts of all files, gives the definitions that a framework, a test
runner or the system calls, each with the reason. Pure.

A registration is a call or decorator whose name a language's table holds (`flask.Flask().route`): its package must be
imported, and what is registered must be named there. Facts are enough: what a name holds is followed through
assignments, imports and base classes, and no further.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from callmap.languages import Language
from callmap.link.evidence import Found
from callmap.link.file import File
from callmap.link.names import Names
from callmap.link.reads import packed
from callmap.link.references import definitions_among, definitions_named
from callmap.model import NONE, Op
from callmap.parts import Call

ENTRIES: Final = "entries"  # of questions
FRAMEWORKS: Final = "frameworks"
DEEPEST: Final = 12  # names and calls that are followed to the package they come from
_CALLS: Final = frozenset({Op.CALL, Op.CONSTRUCT, Op.MACRO})
_IMPORTED: Final = frozenset({Op.MODULE, Op.MEMBER})
_AROUND: Final = frozenset({Op.KEYWORD, Op.LIST, Op.TUPLE, Op.CHOICE, Op.AWAIT, Op.REFERENCE, Op.CAST})


class Registration(NamedTuple):
    """A call that registers a definition, and as what."""

    call: Call
    found: Found
    reason: str


class Entries:
    """The entries of a snapshot; one for a whole run."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._world = names.world
        self._registrations: dict[str, list[Registration]] = {}  # by the path of the file that registers
        self._witnesses: dict[str, list[str]] = {}
        self._mentioning: dict[str, dict[str, bool]] = {}  # language → module → whether a package of the table is in it
        self.reasons: dict[tuple[str, int], str] | None = None  # by path and symbol of what is entered

    def registrations(self, path: str) -> list[Registration]:
        """What a file registers."""
        known = self._registrations.get(path)
        if known is None:
            file = self._world.files[path]
            with self._names.noting((ENTRIES, path)):
                known = self._registrations[path] = self._all_registered(file)
        return known

    def _all_registered(self, file: File) -> list[Registration]:
        wanted = self._last_names(file.language)
        if not wanted or wanted.isdisjoint(file.facts.strings) or not self.imports_framework(file.language):
            return []
        return list(self._registered(file, wanted))

    def reason(self, file: File, symbol: int) -> str:
        """Why a definition of the file is an entry; "" if nothing says so."""
        if self.reasons is None:
            self.reasons = {}
            with self._world.unnoted():
                for path in sorted(self._world.known):
                    for each in self.registrations(path):
                        self.reasons.setdefault((each.found.value.path, each.found.value.symbol), each.reason)
                for (path, entry), why in self.declared().items():
                    self.reasons.setdefault((path, entry), why)
        known = self.reasons.get((file.path, symbol), "")
        if known or file.language.entry is None:
            return known
        return file.language.entry(file.path, file.facts, symbol)

    def imports_framework(self, language: Language) -> bool:
        """Whether some file imports a package of the table. Another may get what that one makes of it."""
        self._world.note(FRAMEWORKS, language.name)
        with self._world.unnoted():
            return self._world.remember(  # type: ignore[no-any-return]
                f"{FRAMEWORKS} {language.name}",
                lambda: any(language.name in self.witnesses(path) for path in self._world.known),
            )

    def witnesses(self, path: str) -> list[str]:
        """The languages of which the file imports a package of the table."""
        found = self._witnesses.get(path)
        if found is not None:
            self._world.reading.add((ENTRIES, path))
            return found
        file = self._world.files[path]
        found = self._witnesses[path] = []
        with self._names.noting((ENTRIES, path)):
            for language in self._world.languages():
                if language.family == file.language.family and self._imports_one(file, language):
                    found.append(language.name)
        return found

    def _last_names(self, language: Language) -> frozenset[str]:
        return self._world.remember(  # type: ignore[no-any-return]
            f"last names {language.name}",
            lambda: frozenset([name.rpartition(language.separator)[2] for name in language.entries]),
        )

    def _packages(self, language: Language) -> frozenset[str]:
        return self._world.remember(  # type: ignore[no-any-return]
            f"packages {language.name}", lambda: frozenset([_package(name) for name in language.entries])
        )

    def _imports_one(self, file: File, language: Language) -> bool:
        packages = self._packages(language)
        if "" in packages:
            return True
        mentioning = self._mentioning.setdefault(language.name, {})
        for imported in file.facts.imports if packages else ():
            module = imported.module
            known = mentioning.get(module)
            if known is None:
                known = mentioning[module] = module in packages or not packages.isdisjoint(_PARTS.split(module))
            if known:
                found = self._names.modules.imported(file.path, module)
                if any(each.value.kind == "external" for each in found):
                    return True
        return False

    def declared(self) -> dict[tuple[str, int], str]:
        """(path, symbol) of programs that project files declare → why it is an entry."""
        reasons: dict[tuple[str, int], str] = {}
        with self._names.noting((ENTRIES, "")):
            self._read_projects(reasons)
        return reasons

    def _read_projects(self, reasons: dict[tuple[str, int], str]) -> None:
        for language in self._world.languages():
            for path, member, reason in language.declared_entries(self._world) if language.declared_entries else ():
                if path not in self._world.known:
                    continue
                if not member:
                    reasons.setdefault((path, 0), reason)
                for found in self._names.modules.member(path, member) if member else ():
                    for each in definitions_among(self._names, (found,)):
                        reasons.setdefault((each.value.path, each.value.symbol), reason)

    # --- registrations ---

    def _registered(self, file: File, last_names: frozenset[str]) -> Iterator[Registration]:
        code, table = file.code, file.language.entries
        local = {name for each in file.facts.imports for imported, name in each.names if imported in last_names}
        for call in file.facts.calls:
            parts = code.parts(call.expression)
            callee = parts[0]
            decorates = call.form == "decorator"
            if decorates and code.op(callee) in _CALLS:
                callee = code.first(callee)
            if callee == NONE or (code.text(callee) not in last_names and code.text(callee) not in local):
                continue
            reason = table.get(self._outside(file, callee, DEEPEST))
            if reason is not None:
                for part in parts[1:]:
                    for found in self._given(file, part, DEEPEST):
                        yield Registration(call, found, reason)

    def _given(self, file: File, at: int, depth: int) -> Iterator[Found]:
        """The definitions among what is registered: a name, a function, `View.as_view()`, `guarded(view)`."""
        if at == NONE or depth < 0:
            return
        op, parts = file.code.op(at), file.code.parts(at)
        if op in (Op.NAME, Op.ATTRIBUTE, Op.FUNCTION, Op.CLASS):
            yield from definitions_named(self._names, file, at)
        elif op in _AROUND:
            for part in parts:
                yield from self._given(file, part, depth - 1)
        elif op in _CALLS:
            if file.code.op(parts[0]) == Op.ATTRIBUTE:
                holder = file.code.first(parts[0])
                if holder != NONE and file.code.op(holder) in (Op.NAME, Op.ATTRIBUTE):
                    yield from definitions_named(self._names, file, holder)
            for part in parts[1:]:
                yield from self._given(file, part, depth - 1)

    # --- names of what is outside ---

    def _outside(self, file: File, at: int, depth: int) -> str:
        """The dotted name of something outside the snapshot, `flask.Flask().route`; "" if it is not."""
        if at == NONE or depth < 0:
            return ""
        op, code = file.code.op(at), file.code
        if op == Op.NAME:
            return self._of_name(file, at, depth)
        if op == Op.ATTRIBUTE:
            holder = self._outside(file, code.first(at), depth - 1)
            if holder or not self._is_imported(file, code.first(at)):
                return f"{holder}{file.language.separator}{code.text(at)}" if holder else ""
        elif op in _CALLS:
            return self._made(file, at, depth)
        elif op == Op.DECORATED:
            return self._made(file, code.parts(at)[1], depth)
        elif op not in _IMPORTED:
            return ""
        return self._of_values(self._names.alone(file, at), depth)

    @staticmethod
    def _is_imported(file: File, at: int) -> bool:
        """Whether it is a name that an import binds."""
        if at == NONE or file.code.op(at) != Op.NAME:
            return False
        _, places = file.lookup(file.code.first(at), file.code.text(at))
        values = [file.facts.bindings.value(index) for index in places]
        return any(value != NONE and file.code.op(value) in _IMPORTED for value in values)

    def _of_name(self, file: File, at: int, depth: int) -> str:
        scope, mark, branch = file.code.parts(at)
        where, places = file.lookup(scope, file.code.text(at), mark)
        self._names.note_name(file, scope, file.code.text(at))
        for index in file.chosen(scope, where, places, mark, branch) if places else ():
            found = self._bound(file, index, depth)
            if found:
                return found
        return "" if places else self._of_values(self._names.alone(file, at), depth)

    def _bound(self, file: File, index: int, depth: int) -> str:
        bound = file.facts.bindings[index]
        self._world.reading.add(file.around(bound.scope)[0].of(bound.name))
        if bound.type != NONE:
            return self._of_values(self._names.types.instances(file, bound.type), depth)
        if bound.value == NONE:
            return ""
        if file.code.op(bound.value) == Op.DECORATED:  # @click.group() def cli: … is what the decorator gives
            return self._made(file, file.code.parts(bound.value)[1], depth)
        return self._outside(file, bound.value, depth - 1)

    def _made(self, file: File, at: int, depth: int) -> str:
        """What a call gives: `flask.Flask()`. A call that registers gives the registry back, to be called again."""
        callee = file.code.first(at)
        name = self._outside(file, callee, depth - 1)
        if name.endswith("()") and file.code.op(callee) in _CALLS:
            return name  # @click.group(): what the decorator gives is a group
        if name:
            owner = name.rpartition(file.language.separator)[0]
            return owner if name in file.language.entries and owner.endswith("()") else f"{name}()"
        for found in self._names.alone(file, callee):
            if found.value.kind == "class":
                for cls in self._names.classes.mro(found.value):
                    if cls.kind == "external":
                        return f"{cls.name}()"
        return ""

    def _of_values(self, found: Iterable[Found], depth: int) -> str:
        for each in found:
            value = each.value
            if value.kind == "external":
                return value.name
            if value.kind in ("external_instance", "external_result"):
                return f"{value.name}()"
            if value.kind == "function" and "object_like" not in self._world.symbol(value).flags:
                symbol = self._world.symbol(value)
                if symbol.kind == "macro":
                    return symbol.short_name
            if value.kind == "instance" and value.symbol != NONE:
                for cls in self._names.classes.mro(value.as_kind("class")):
                    if cls.kind == "external":
                        return f"{cls.name}()"
            if value.kind == "variable":
                name = self._variable(value.path, value.name, depth)
                if name:
                    return name
        return ""

    def _variable(self, path: str, name: str, depth: int) -> str:
        """What another module's variable holds."""
        file = self._world.files[path]
        self._world.reading.update((file.cells(0).of(name), file.cells(0).of("=")))
        if file.language.explicit_exports:
            for export in file.facts.exports:
                if export.name in (name, "=") and export.value != NONE:
                    found = self._outside(file, export.value, depth - 1)
                    if found:
                        return found
            return ""
        places = file.names.get(0, {}).get(name, [])
        for index in file.at_end(0, places) if places else ():
            found = self._bound(file, index, depth - 1)
            if found:
                return found
        return ""


def marks_of_declared(names: Names) -> bytes:
    """What the programs that project files declare were found from, as it is stored."""
    return packed(names.marks.of([(ENTRIES, "")], ""))


def entries_of(names: Names) -> Entries:
    """The entries of the names' world: the same for all who ask."""
    return names.world.remember("entries", lambda: Entries(names))  # type: ignore[no-any-return]


def _package(name: str) -> str:
    """The package that must be imported; "" for a plain name: `module_init`."""
    return name[: match.start()] if (match := _END_OF_PACKAGE.search(name)) else ""


_PARTS: Final = re.compile(r"[./:]")
_END_OF_PACKAGE: Final = re.compile(r"\.|\(\)")
