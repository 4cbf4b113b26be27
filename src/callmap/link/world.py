"""The only way for one file's linking to see another: takes the facts of a snapshot, answers questions about them.

Two kinds of answers. **Names** follow from facts alone (imports, re-exports, scopes, base classes): complete, the same
in every round, kept for the whole run. **Summaries** are value sets that files gave out in the round before
(`returns`, `variable`, `attribute`): they grow from round to round.

Every question that a file's linking asks is recorded as a key by its `Values`, also when it found nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from callmap.languages import Language, Target
from callmap.link.evidence import LEVELS, Found, Founds, Value
from callmap.model import NONE, Code, Facts, Kind, Op, Symbol, plain_name

NO_MARK = 1 << 40  # after all bindings
_MOST_LOOKUPS = 10_000  # that a file keeps
_DEEPEST_BRANCH = 200  # thousands of nested branches (`else if`): any binding may be the one


class File:
    """One file's facts, with the indexes that linking needs."""

    def __init__(self, path: str, language: Language, facts: Facts, blob: str = "") -> None:
        self.path = path
        self.language = language
        self.facts = facts
        self.blob = blob
        self.code = Code(facts.code, facts.strings)
        self.names: dict[int, dict[str, list[int]]] = {}
        for index, binding in enumerate(facts.bindings):
            scope = self.names.get(binding.scope)
            if scope is None:
                scope = self.names[binding.scope] = {}
            places = scope.get(binding.name)
            if places is None:
                scope[binding.name] = [index]
            else:
                places.append(index)
        self.has_wildcards = any("*" in names for names in self.names.values())
        self._attributes: dict[int, dict[str, list[int]]] | None = None
        self._returns: dict[int, list[int]] | None = None
        self._first_branch: list[int] | None = None
        self._lookups: dict[tuple[int, str], tuple[int, list[int]]] = {}

    def class_around(self, scope: int) -> int:
        """The class-like or impl symbol whose code the scope is part of, or NONE."""
        symbols = self.facts.symbols
        symbol = self.facts.scopes[scope].symbol
        while symbol > 0:
            if symbols[symbol].kind in _HAS_RECEIVER:
                return symbol
            symbol = symbols[symbol].parent
        return NONE

    def attributes(self, symbol: int) -> dict[str, list[int]]:
        """Attribute → stores of it on the receiver, by code of that class (`self.x = …`), or on the class or
        constructor function by name (`Foo.x = …`, `Foo.prototype.x = …`) in the same file."""
        if self._attributes is None:
            self._attributes = defaultdict(lambda: defaultdict(list))
            for index, store in enumerate(self.facts.stores):
                at = store.object
                if not store.attribute or at == NONE:
                    continue
                owner = self._receiver_class(at, store.scope)
                if owner != NONE:
                    self._attributes[owner][store.attribute].append(index)
        return self._attributes.get(symbol, {})

    def _receiver_class(self, at: int, scope: int) -> int:
        op = self.code.op(at)
        if op in (Op.THIS, Op.THIS_TYPE):
            return self.class_around(self.code.parts(at)[0])
        if op == Op.INSTANCE or (op == Op.ATTRIBUTE and self.code.text(at) == "prototype"):
            at = self.code.parts(at)[0]  # `this` of a constructor function, and its prototype
            op = self.code.op(at)
        if op == Op.NAME:
            for index in self.lookup(self.code.parts(at)[0], self.code.text(at))[1]:
                value = self.facts.bindings[index].value
                if value != NONE and self.code.op(value) in (Op.THIS, Op.THIS_TYPE):  # a parameter: `self`
                    return self.class_around(self.code.parts(value)[0])
                if value != NONE and self.code.op(value) in (Op.FUNCTION, Op.CLASS):
                    return self.code.parts(value)[0]
                if value != NONE and self.code.op(value) == Op.DICT:
                    return _object_key(value)
        return NONE

    def items(self, literal: int, name: str) -> tuple[list[int], list[int]]:
        """Of an object literal: (what stands under the name or is assigned to it, what is spread into it)."""
        parts = self.code.parts(literal)
        named, spread = [], []
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if key == NONE:
                spread.append(value)
            elif self.code.op(key) == Op.STRING and self.code.text(key) == name:
                named = [value]
        stores = self.attributes(_object_key(literal)).get(name, ())
        return [*named, *(self.facts.stores[store].value for store in stores)], spread

    def returns(self, symbol: int) -> list[int]:
        """The expressions that a function returns."""
        if self._returns is None:
            self._returns = defaultdict(list)
            for given in self.facts.returns:
                if given.kind == "return" and given.value != NONE:
                    self._returns[given.symbol].append(given.value)
        return self._returns.get(symbol, [])

    def lookup(self, scope: int, name: str, mark: int = NO_MARK) -> tuple[int, list[int]]:
        """(the nearest scope that binds the name, its bindings there), from a scope outwards; (NONE, []) if none.

        A class body's names are seen only by code that stands directly in it, a "members" scope's by nobody;
        a module does not see the module around it. Where names are not hoisted, code of a class body or module does
        not see what is bound after its `mark`.
        """
        if self.facts.scopes[scope].kind == "function":  # it sees all of its surroundings, whatever the mark
            known = self._lookups.get((scope, name))
            if known is None:
                if len(self._lookups) > _MOST_LOOKUPS:
                    self._lookups.clear()
                known = self._lookups[(scope, name)] = self._look_up(scope, name, NO_MARK)
            return known
        return self._look_up(scope, name, mark)

    def _look_up(self, scope: int, name: str, mark: int) -> tuple[int, list[int]]:
        scopes, names = self.facts.scopes, self.names
        at = scope
        while at != NONE:
            here = scopes[at]
            if here.kind != "members" and (here.kind != "class" or at == scope):
                places = names.get(at)
                if places is not None:
                    found = places.get(name)
                    if found is not None and (found[0] < mark or not self._runs_in_order(scope, at)):
                        return at, found
            if here.kind == "module":
                return NONE, []
            at = here.parent
        return NONE, []

    def _runs_in_order(self, use_scope: int, scope: int) -> bool:
        """Whether the use's code and the scope's run top down together: a class body, a module's own code."""
        if self.language.hoists or self.facts.scopes[scope].kind not in ("class", "module"):
            return False
        return self.same_function(use_scope, scope)

    def at_end(self, scope: int, places: list[int]) -> list[int]:
        """Which of the bindings of a name hold when the scope has run: the last unconditional one and later ones."""
        if len(places) == 1:
            return places
        bindings = self.facts.bindings
        own = self.facts.scopes[scope].branch
        found = []
        for index in reversed(places):
            found.append(index)
            if bindings[index].branch == own:
                break
        return found[::-1]

    def reaching(self, places: list[int], mark: int, branch: int) -> list[int]:
        """Which of the bindings of a name reach a use in the same function, before which `mark` bindings stand."""
        if len(places) == 1:
            return places
        bindings, branches = self.facts.bindings, self.facts.branches
        around = [branch]
        while branches[around[-1]].parent != NONE:
            around.append(branches[around[-1]].parent)
            if len(around) > _DEEPEST_BRANCH:
                return places
        dominating = set(around)
        loops = {index for index in around if branches[index].kind == "loop"}
        found = []
        for index in reversed(places):
            where = bindings[index].branch
            if index >= mark:
                if loops and self._inside(where, loops):
                    found.append(index)
            elif where in dominating:
                found.append(index)
                break
            elif self._flows(where, around, dominating):
                found.append(index)
        return found[::-1] or places

    def _flows(self, branch: int, around: list[int], dominating: set[int]) -> bool:
        """Whether what happens in a branch can be seen later, in the innermost of `around`."""
        branches = self.facts.branches
        child = branch
        while branch not in dominating:
            if branches[branch].exits:
                return False
            child, branch = branch, branches[branch].parent
        place = around.index(branch)
        return not place or self._alternatives()[around[place - 1]] != self._alternatives()[child]

    def _alternatives(self) -> list[int]:
        """For each branch the first one of its statement: `if` and its `else` exclude each other."""
        if self._first_branch is None:
            firsts: dict[int, int] = {}
            found = []
            for index, branch in enumerate(self.facts.branches):
                if branch.kind == "if":
                    firsts[branch.parent] = index
                found.append(firsts.get(branch.parent, index) if branch.kind == "else" else index)
            self._first_branch = found
        return self._first_branch

    def _inside(self, branch: int, regions: set[int]) -> bool:
        branches = self.facts.branches
        while branch != NONE:
            if branch in regions:
                return True
            branch = branches[branch].parent
        return False

    def same_function(self, use_scope: int, scope: int) -> bool:
        """Whether a use runs in the same activation as the scope: no function boundary lies between them."""
        scopes = self.facts.scopes
        return scopes[use_scope].symbol == scopes[scope].symbol


def _object_key(literal: int) -> int:
    """An object literal among the symbols by which `attributes` are kept: they count from 0 up."""
    return -literal - 2


_HAS_RECEIVER = frozenset({Kind.CLASS, Kind.STRUCT, Kind.UNION, Kind.ENUM, Kind.INTERFACE, Kind.TRAIT, Kind.IMPL})


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
        return Value("function" if kind in _CALLED else "class", path, symbol)


_CALLED = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.LAMBDA, Kind.MACRO})
_LINKED = frozenset({Kind.FUNCTION, Kind.VARIABLE})
_UNLINKED_FLAGS = frozenset({"static", "declaration"})
