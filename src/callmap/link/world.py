"""The only way for one file's linking to see another: takes the facts of a snapshot, answers questions about them.

Two kinds of answers. **Names** follow from facts alone (imports, re-exports, scopes, base classes): complete, the same
in every round, kept for the whole run. **Summaries** are value sets that files gave out in the round before
(`returns`, `variable`, `attribute`): they grow from round to round.

The keys of summaries that an evaluation asks for are recorded by its `Values`, also when nothing was found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from callmap.languages import Target
from callmap.link.evidence import LEVELS, Found, Founds, Value
from callmap.link.file import COMPUTED, File
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, GETTER, NONE, Facts, Kind, Op, Symbol, plain_name


class World:
    """All files of a snapshot. Implements `languages.Files`."""

    def __init__(self, files: Iterable[File], projects: Mapping[str, Facts] | None = None) -> None:
        """`projects` are the project files' facts by path."""
        self.files: dict[str, File] = {file.path: file for file in files}
        self._projects = dict(projects or {})
        self._directories: dict[str, set[str]] = {}  # directory → suffixes of the files below it
        self._by_name: dict[str, list[str]] | None = None
        self._defining: dict[tuple[str, str], list[tuple[str, int]]] | None = None
        self._remembered: dict[str, Any] = {}
        self.summaries: dict[Value, frozenset[Value]] = {}
        for path in self.files:
            suffix = path[path.rfind(".") :]
            folder = path.rpartition("/")[0]
            while True:
                known = self._directories.setdefault(folder, set())
                if suffix in known:
                    break
                known.add(suffix)
                if not folder:
                    break
                folder = folder.rpartition("/")[0]

    # --- languages.Files ---

    def exists(self, path: str) -> bool:
        return path in self.files or path in self._projects

    def is_directory(self, path: str) -> bool:
        return path in self._directories

    def holds_suffix(self, path: str, suffixes: tuple[str, ...]) -> bool:
        return any(suffix in self._directories.get(path, ()) for suffix in suffixes)

    def ending_with(self, name: str) -> tuple[str, ...]:
        if self._by_name is None:
            self._by_name = defaultdict(list)
            for path in sorted(self.files):
                self._by_name[path.rpartition("/")[2]].append(path)
        return tuple(self._by_name.get(name, ()))

    def facts(self, path: str) -> Facts:
        file = self.files.get(path)
        return file.facts if file is not None else self._projects.get(path, Facts())

    def paths(self) -> Iterable[str]:
        return self.remember("paths", lambda: sorted(self.files))  # type: ignore[no-any-return]

    def remember(self, key: str, compute: Callable[[], Any]) -> Any:
        if key not in self._remembered:
            self._remembered[key] = compute()
        return self._remembered[key]

    def projects(self, file_name: str) -> dict[str, dict[str, Any]]:
        return self.remember(  # type: ignore[no-any-return]
            f"projects {file_name}",
            lambda: {
                path.rpartition("/")[0]: facts.project
                for path, facts in sorted(self._projects.items())
                if path.rpartition("/")[2] == file_name and facts.project
            },
        )

    def defining(self, family: str, name: str) -> tuple[tuple[str, int], ...]:
        if self._defining is None:
            self._defining = defaultdict(list)
            for path in sorted(self.files):
                file = self.files[path]
                for index, symbol in enumerate(file.facts.symbols):
                    if symbol.parent != 0 or _UNLINKED_FLAGS.intersection(symbol.flags):
                        continue
                    if symbol.kind in _LINKED or (symbol.kind == Kind.MACRO and "exported" in symbol.flags):
                        self._defining[(file.language.family, plain_name(symbol.name))].append((path, index))
        return tuple(self._defining.get((family, name), ()))

    # --- small questions ---

    def method_names(self) -> frozenset[str]:
        """Names of all functions: an operator whose method nobody defines need not be looked at."""
        return self.remember(  # type: ignore[no-any-return]
            "methods",
            lambda: frozenset(
                plain_name(symbol.name).rpartition(".")[2]
                for file in self.files.values() for symbol in file.facts.symbols if symbol.kind in CALLABLE_KINDS
            ),
        )  # fmt: skip

    def definition_names(self) -> frozenset[str]:
        """Names of all functions and classes."""
        return self.remember(  # type: ignore[no-any-return]
            "definitions",
            lambda: self.method_names() | frozenset(
                symbol.short_name
                for file in self.files.values() for symbol in file.facts.symbols if symbol.kind in CLASS_KINDS
            ),
        )  # fmt: skip

    def member_names(self) -> frozenset[str]:
        """Names of all members of classes."""
        return self.remember(  # type: ignore[no-any-return]
            "members",
            lambda: frozenset(
                name
                for file in self.files.values()
                for scope, names in file.names.items() if file.facts.scopes[scope].kind in ("class", "members")
                for name in names
            ) | frozenset(store.attribute for file in self.files.values() for store in file.facts.stores),
        )  # fmt: skip

    def computed_names(self) -> frozenset[str]:
        """Names of all properties: reading an attribute of another name runs no code."""
        return self.remember(  # type: ignore[no-any-return]
            "computed",
            lambda: frozenset(
                plain_name(symbol.name).rpartition(".")[2]
                for file in self.files.values() for symbol in file.facts.symbols
                if symbol.kind in CALLABLE_KINDS and COMPUTED.intersection(symbol.flags)
            ) | frozenset(
                store.attribute for file in self.files.values() for store in file.facts.stores
                if file.stores_computed(store.value)
            ) | self.described_names() | self.getter_names(),
        )  # fmt: skip

    def described_names(self) -> frozenset[str]:
        """Names of fields that may hold descriptors: objects whose methods run when the field is read or assigned."""
        return self.remember("described", lambda: frozenset(self._described_names()))  # type: ignore[no-any-return]

    def _described_names(self) -> Iterable[str]:
        classes: set[str] = set()
        for file in self.files.values():
            endings = tuple(f".{name}" for name in file.language.descriptor_methods)
            for symbol in file.facts.symbols if endings else ():
                if symbol.name.endswith(endings):
                    classes.add(file.facts.symbols[symbol.parent].short_name)
        below: dict[str, set[str]] = defaultdict(set)
        for file in self.files.values() if classes else ():
            for symbol in file.facts.symbols:
                for base in symbol.bases if symbol.kind in CLASS_KINDS else ():
                    below[file.code.text(base)].add(symbol.short_name)
        pending = list(classes)
        while pending:
            new = below.pop(pending.pop(), set()) - classes
            classes |= new
            pending += new
        for file in self.files.values():
            accessor = file.language.accessor.rpartition(".")[2].removesuffix("()")
            makers = classes | {accessor} if accessor else classes
            if not makers.isdisjoint(file.facts.strings):
                yield from _made_by(file, makers)

    def getter_names(self) -> frozenset[str]:
        """Names of attributes whose getter is a value: Object.defineProperty(object, name, {get: getter}). Where a
        function is given the name, those that calls of it are written with."""
        return self.remember("getters", lambda: frozenset(self._getter_names()))  # type: ignore[no-any-return]

    def _getter_names(self) -> Iterable[str]:
        helpers = {
            symbol.short_name for file in self.files.values() for symbol in file.facts.symbols
            if "accessors" in symbol.flags
        }  # fmt: skip
        for file in self.files.values():
            for store in file.facts.stores:
                if store.attribute.startswith(GETTER):
                    yield store.attribute.removeprefix(GETTER)
            for call in file.facts.calls if helpers else ():
                if call.text.rpartition(".")[2] in helpers:
                    for part in file.code.parts(call.expression)[1:]:
                        if file.code.op(part) == Op.STRING:
                            yield file.code.text(part)

    def stored_names(self) -> frozenset[str]:
        """Names of attributes that code sets on objects which are not its own receiver."""
        return self.remember("stored", lambda: frozenset(self._stored_names()))  # type: ignore[no-any-return]

    def _stored_names(self) -> Iterable[str]:
        for file in self.files.values():
            for index in file.outside_stores():
                yield file.facts.stores[index].attribute
            for binding in file.facts.bindings:
                if binding.value == NONE and file.facts.scopes[binding.scope].kind in ("class", "members"):
                    yield binding.name  # a field that is declared: its constructor sets it
            setters = file.language.setters
            for call in file.facts.calls if setters else ():
                if call.text in setters:
                    for part in file.code.parts(call.expression)[2:3]:
                        yield file.code.text(part)

    def symbol(self, value: Value) -> Symbol:
        return self.files[value.path].facts.symbols[value.symbol]

    def module_name(self, path: str) -> str:
        return self.files[path].language.module_name(self, path)

    def summary(self, key: Value) -> frozenset[Value]:
        return self.summaries.get(key, frozenset())

    def from_target(self, target: Target) -> Founds:
        """What an import or a free name leads to, as a value; a member of a file is left to `Names`."""
        level = LEVELS.index(target.confidence)
        via = (target.via,) if target.via else ()
        if target.symbol is not None:
            path, symbol = target.symbol
            return (Found(self.definition(path, symbol), level, via),)
        if target.path:
            return (Found(Value("module", target.path), level, via),)
        if target.directory is not None:
            return (Found(Value("package", target.directory), level, via),)
        return (Found(Value("external", "", NONE, target.external), level, via),)

    def definition(self, path: str, symbol: int) -> Value:
        kind = self.files[path].facts.symbols[symbol].kind
        if symbol == 0:
            return Value("module", path)
        return Value("function" if kind in CALLABLE_KINDS else "class", path, symbol)


def _made_by(file: File, classes: set[str]) -> list[str]:
    """Names of the fields of classes whose values are made by calls of one of these classes, or decorators."""
    found = []
    for binding in file.facts.bindings:
        if binding.value == NONE or file.facts.scopes[binding.scope].kind != "class":
            continue
        at, op = binding.value, file.code.op(binding.value)
        if op == Op.DECORATED:
            at = file.code.parts(at)[1]
        elif op != Op.CALL:
            continue
        callee = file.code.first(at) if at != NONE else NONE
        while callee != NONE and file.code.op(callee) in (Op.CALL, Op.ITEM):  # @decorator(x), Field[T]()
            callee = file.code.first(callee)
        if callee != NONE and file.code.text(callee) in classes:
            found.append(binding.name)
    return found


_LINKED: Final = frozenset({Kind.FUNCTION, Kind.VARIABLE})
_UNLINKED_FLAGS: Final = frozenset({"static", "declaration"})
