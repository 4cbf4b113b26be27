"""One file's facts, with the indexes that linking needs: which binding a name means, what a class's code stores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final

from callmap.languages import Language
from callmap.link.closures import find_closures
from callmap.link.code import Code
from callmap.link.flow import Flow
from callmap.model import (
    CLASS_KINDS,
    GETTER,
    MIXED,
    NONE,
    PROTOTYPE,
    Facts,
    Kind,
    Op,
    Parameter,
    plain_name,
)

BODIES: Final = "!"  # the cell of all that a file holds, …
EACH: Final = "<each>"  # … after a class's name, of all its members in order, …
RETURNED: Final = "<returned>"  # … after a function's, of what it returns
NO_MARK: Final = 1 << 40  # after all bindings
COMPUTED: Final = frozenset({"property", "getter", "setter"})  # flags of functions that run when an attribute is used
_MOST_LOOKUPS: Final = 10_000  # that a file keeps


class File(Flow):
    """One file's facts, with the indexes that linking needs."""

    def __init__(self, path: str, language: Language, facts: Facts, blob: str = "") -> None:
        super().__init__(facts)
        self.path = path
        self.language = language
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
        self._own_stores: set[int] = set()
        self._outside: list[int] | None = None
        self._factories: dict[int, list[tuple[int, int]]] | None = None
        self._filled: set[tuple[int, str]] | None = None
        self._overwrites: dict[tuple[str, str], list[int]] | None = None
        self._narrowings: dict[int, list[int]] | None = None
        self._given: dict[str, dict[int, list[int]]] | None = None
        self._closures: dict[int, frozenset[int]] | None = None
        self._calls: dict[int, list[int]] | None = None
        self.registrations: dict[int, list[int]] | None = None  # see there
        self._lookups: dict[tuple[int, str], tuple[int, list[int]]] = {}

    def cell(self, scope: int, name: str) -> str:
        """What a name in a scope is called by those who note what they read (see link/reads.py)."""
        symbol = self.facts.scopes[scope].symbol
        return f"{self.facts.symbols[symbol].name}.{name}" if symbol > 0 else name

    def class_around(self, scope: int) -> int:
        """The class-like or impl symbol whose code the scope is part of, or NONE."""
        symbols = self.facts.symbols
        symbol = self._owners[scope]
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
                if owner > NONE:
                    self._own_stores.add(index)
        return self._attributes.get(symbol, {})

    def _receiver_class(self, at: int, scope: int) -> int:
        op = self.code.op(at)
        if op == Op.THIS and self.code.data[at + 2] > 1:
            at = self.facts.symbols[self.code.parts(at)[1]].target
            op = self.code.op(at) if at != NONE else NONE
            if op == Op.DICT:
                return _object_key(at)
        if op in (Op.THIS, Op.THIS_TYPE):
            return self.class_around(self.code.first(at))
        if op == Op.INSTANCE or (op == Op.ATTRIBUTE and self.code.text(at) == "prototype"):
            at = self.code.first(at)  # `this` of a constructor function, and its prototype
            op = self.code.op(at)
        if op == Op.NAME:
            for index in self.lookup(self.code.first(at), self.code.text(at))[1]:
                value = self.facts.bindings[index].value
                if value != NONE and self.code.op(value) in (Op.THIS, Op.THIS_TYPE):  # a parameter: `self`
                    return self.class_around(self.code.first(value))
                if value != NONE and self.code.op(value) in (Op.FUNCTION, Op.CLASS):
                    return self.code.first(value)
                if value != NONE and self.code.op(value) == Op.DICT:
                    return _object_key(value)
        return NONE

    def items(self, literal: int, name: str) -> tuple[list[int], list[int]]:
        """Of an object literal: (what stands under the name or is assigned to it, what is spread into it)."""
        parts = self.code.parts(literal) if self.code.op(literal) == Op.DICT else ()
        named, spread = [], []
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if key == NONE:
                spread.append(value)
            elif self.code.op(key) == Op.STRING and self.code.text(key) == name:
                named, spread = [value], []
        stores = self.attributes(_object_key(literal)).get(name, ())
        return [*named, *(self.facts.stores[store].value for store in stores)], spread

    def stores_computed(self, at: int) -> bool:
        """Whether the expression is a function that runs when what it is stored as is read."""
        if at == NONE or self.code.op(at) != Op.FUNCTION:
            return False
        return not COMPUTED.isdisjoint(self.facts.symbols[self.code.first(at)].flags)

    def returns(self, symbol: int) -> list[int]:
        """The expressions that a function returns."""
        return self._gives("return", symbol)

    def yields(self, symbol: int) -> list[int]:
        """The YIELD expressions of a generator."""
        return self._gives("yield", symbol)

    def raises(self, symbol: int) -> list[int]:
        """What a function throws."""
        return self._gives("raise", symbol)

    def calls_in(self, symbol: int) -> list[int]:
        """The calls that a function's own code makes."""
        if self._calls is None:
            self._calls = defaultdict(list)
            for call in self.facts.calls:
                self._calls[self.facts.scopes[call.scope].symbol].append(call.expression)
        return self._calls.get(symbol, [])

    def yielding(self, at: int) -> int:
        """The generator that a YIELD expression is part of."""
        return next((given.symbol for given in self.facts.returns if given.value == at), NONE)

    def _gives(self, kind: str, symbol: int) -> list[int]:
        if self._given is None:
            self._given = {"return": defaultdict(list), "yield": defaultdict(list), "raise": defaultdict(list)}
            for given in self.facts.returns:
                if given.value != NONE:
                    self._given[given.kind][given.symbol].append(given.value)
        return self._given[kind].get(symbol, [])

    def factories(self, symbol: int, words: frozenset[str]) -> list[tuple[int, int]]:
        """(binding, expression) of a class's fields whose default value is made by what one of the keywords names."""
        if self._factories is None:
            self._factories = defaultdict(list)
            if not words.isdisjoint(self.facts.strings):
                for index, binding in enumerate(self.facts.bindings):
                    if self.facts.scopes[binding.scope].kind != "class" or binding.value == NONE:
                        continue
                    if self.code.op(binding.value) == Op.CALL:
                        for part in self.code.parts(binding.value)[1:]:
                            if self.code.op(part) == Op.KEYWORD and self.code.text(part) in words:
                                owner = self.facts.scopes[binding.scope].symbol
                                self._factories[owner].append((index, self.code.first(part)))
        return self._factories.get(symbol, [])

    def overwrites(self) -> dict[tuple[str, str], list[int]]:
        """(name, key) → stores `name[key] = value` with a key that is written out."""
        if self._overwrites is None:
            self._overwrites = defaultdict(list)
            for index, store in enumerate(self.facts.stores):
                if store.attribute or store.key == NONE or store.object == NONE:
                    continue
                if self.code.op(store.object) == Op.NAME and self.code.op(store.key) in (Op.STRING, Op.NUMBER):
                    self._overwrites[self.code.text(store.object), self.code.text(store.key)].append(index)
        return self._overwrites

    def kept_parameter(self, symbol: int, parameter: Parameter) -> int:
        """The expression by which a parameter that gathers keywords is known as a container, if code of the function
        puts something into it; else NONE."""
        if parameter.form != "rest_keywords" or Op.DICT not in self.language.literals:
            return NONE
        if self._filled is None:
            self._filled = {
                (self.facts.scopes[store.scope].symbol, self.code.text(store.object))
                for store in self.facts.stores
                if not store.attribute and store.object != NONE and self.code.op(store.object) == Op.NAME
            } | {
                (self.facts.scopes[call.scope].symbol, call.receiver)
                for call in self.facts.calls if call.text.endswith(_FILLING)
            }  # fmt: skip
        if (symbol, parameter.name) not in self._filled:
            return NONE
        places = self.names.get(self.facts.symbols[symbol].scope, {}).get(parameter.name, ())
        return self.facts.bindings[places[0]].value if places else NONE

    def narrowings(self) -> dict[int, list[int]]:
        """Branch → bindings that tell the class of a name there, by a test."""
        if self._narrowings is None:
            self._narrowings = defaultdict(list)
            for index, binding in enumerate(self.facts.bindings):
                if binding.name[:3] == "<is":
                    self._narrowings[binding.branch].append(index)
        return self._narrowings

    def outside_stores(self) -> list[int]:
        """Stores into objects that are not the receiver of the code they stand in."""
        if self._outside is None:
            self.attributes(NONE)
            symbols = self.facts.symbols
            setters = {plain_name(s.name).rpartition(".")[2] for s in symbols if "setter" in s.flags}
            mixed = {"", self.language.prototype, PROTOTYPE, MIXED, *setters}
            self._outside = [
                index for index, store in enumerate(self.facts.stores)
                if store.object != NONE
                and (index not in self._own_stores or store.attribute in mixed or store.attribute.startswith(GETTER))
            ]  # fmt: skip
        return self._outside

    def own_stores(self, fits: Callable[[int], bool]) -> list[int]:
        """Stores into the receiver of the code they stand in that fit; the rest are `outside`."""
        stores = set(self._own_stores).difference(self.outside_stores())
        return sorted(index for index in stores if fits(index))

    def method_around(self, scope: int, owner: int) -> int:
        """The method of the class `owner` whose code the scope is part of, or NONE."""
        symbols = self.facts.symbols
        symbol = self._owners[scope]
        while symbol > 0 and symbols[symbol].parent != owner:
            symbol = symbols[symbol].parent
        return symbol if symbol > 0 else NONE

    def receiver_kind(self, method: int) -> str:
        """Whether a method is given an instance or a class."""
        symbol = self.facts.symbols[method]
        if symbol.parameters and symbol.parameters[0].form == "receiver":
            for index in self.names.get(symbol.scope, {}).get(symbol.parameters[0].name, ())[:1]:
                return "class" if self.code.op(self.facts.bindings[index].value) == Op.THIS_TYPE else "instance"
        return "class" if "static" in symbol.flags else "instance"

    def closures(self) -> dict[int, frozenset[int]]:
        """Function → the functions around it whose names it uses."""
        if self._closures is None:
            self._closures = find_closures(self)
        return self._closures

    def lookup(self, scope: int, name: str, mark: int = NO_MARK) -> tuple[int, list[int]]:
        """(the nearest scope that binds the name, its bindings there), from a scope outwards; (NONE, []) if none.

        A class body's names are seen only by code that stands directly in it, a "members" scope's by nobody;
        a module does not see the module around it. Where names are not hoisted, code of a class body or module does
        not see what is bound after its `mark`.
        """
        if self._kinds[scope] == "function":  # it sees all of its surroundings, whatever the mark
            known = self._lookups.get((scope, name))
            if known is None:
                if len(self._lookups) > _MOST_LOOKUPS:
                    self._lookups.clear()
                known = self._lookups[(scope, name)] = self._look_up(scope, name, NO_MARK)
            return known
        return self._look_up(scope, name, mark)

    def _look_up(self, scope: int, name: str, mark: int) -> tuple[int, list[int]]:
        kinds, parents, names = self._kinds, self._parents, self.names
        at = scope
        while at != NONE:
            kind = kinds[at]
            if kind != "members" and (kind != "class" or at == scope):
                places = names.get(at)
                if places is not None:
                    found = places.get(name)
                    if found is not None and (found[0] < mark or not self._runs_in_order(scope, at)):
                        return at, found
            if kind == "module":
                return NONE, []
            at = parents[at]
        return NONE, []

    def _runs_in_order(self, use_scope: int, scope: int) -> bool:
        """Whether the use's code and the scope's run top down together: a class body, a module's own code."""
        if self.language.hoists or self._kinds[scope] not in ("class", "module"):
            return False
        return self.same_function(use_scope, scope)


def _object_key(literal: int) -> int:
    """An object literal among the symbols by which `attributes` are kept: they count from 0 up."""
    return -literal - 2


_FILLING: Final = (".setdefault", ".update")
_HAS_RECEIVER: Final = CLASS_KINDS | {Kind.IMPL}
