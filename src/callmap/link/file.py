"""One file's facts, with the indexes that linking needs: which binding a name means, what a class's code stores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final

from msgspec import structs

from callmap.languages import Language
from callmap.link.closures import find_closures
from callmap.link.code import Code, clauses
from callmap.link.flow import Flow
from callmap.link.notes import Cells, of_definition, of_module
from callmap.model import CLASS_KINDS, DESCRIBED, GETTER, MIXED, NONE, PROTOTYPE, Facts, Kind, Op, Parameter, plain_name

BODIES: Final = "!"  # the cell of all that a file holds, …
EACH: Final = "<each>"  # … after a class's name, of all its members in order, …
RETURNED: Final = "<returned>"  # … after a function's, of what it returns
NO_MARK: Final = 1 << 40  # after all bindings
COMPUTED: Final = frozenset({"property", "getter", "setter"})  # flags of functions that run when an attribute is used
_MOST_LOOKUPS: Final = 10_000  # that a file keeps
_UNBOUND: Final[tuple[int, list[int]]] = (NONE, [])


class File(Flow):
    """One file's facts, with the indexes that linking needs."""

    def __init__(self, path: str, language: Language, facts: Facts, blob: str = "") -> None:
        code = Code(facts.code, facts.strings)
        facts = structs.replace(facts, code=b"")  # once is enough
        super().__init__(facts, code)
        self.path = path
        self.language = language
        self.blob = blob
        self.has_wildcards = any("*" in names for names in self.names.values())
        self._attributes: dict[int, dict[str, list[int]]] | None = None
        self._own_stores: set[int] = set()
        self._outside: list[int] | None = None
        self._factories: dict[int, list[tuple[int, int]]] | None = None
        self._fields: dict[int, list[str]] | None = None
        self._filled: set[tuple[int, str]] | None = None
        self._overwrites: dict[tuple[str, str], list[int]] | None = None
        self._narrowings: dict[int, list[int]] | None = None
        self._given: dict[str, dict[int, list[int]]] | None = None
        self._closures: dict[int, frozenset[int]] | None = None
        self._calls: dict[int, list[int]] | None = None
        self._handlers: dict[int, list[int]] | None = None
        self._defined: dict[int, int] | None = None
        self.direct: dict[int, list[int]] | None = None  # see there
        self.changed: frozenset[str] | None = None  # see lives …
        self.lives: dict[int, list[tuple[int, int, int, int]]] | None = None  # … there, too
        self.filled: frozenset[str] | None = None  # see making
        self.replaced: dict[int, set[str]] | None = None  # see written
        self.keeping: dict[int, dict[str, tuple[int, int]]] = {}  # see instances
        self.extensions: dict[tuple[str, str], list[int]] | None = None  # see prototypes
        self.registrations: dict[int, list[int]] | None = None  # see there
        self._lookups: dict[int, dict[str, tuple[int, list[int]]]] = {}  # by scope and name
        self._looked_up = 0
        self._cells: list[Cells | None] = []
        self._around: dict[int, list[Cells]] = {}

    def cell(self, scope: int, name: str) -> str:
        """What a name in a scope is called by those who note what they read (see link/reads.py)."""
        owner = self._owners[scope]
        return f"{self.symbols[owner].name}.{name}" if owner > 0 else name

    def cells(self, symbol: int) -> Cells:
        """Those of the names in a definition; of the module's if it is none."""
        if not self._cells:
            self._cells = [None] * max(len(self.symbols), 1)
        known = self._cells[symbol if symbol > 0 else 0]
        if known is None:
            known = of_definition(self.path, self.symbols[symbol].name) if symbol > 0 else of_module(self.path)
            self._cells[max(symbol, 0)] = known
        return known

    def around(self, scope: int) -> list[Cells]:
        """Those of the names in a scope, and in those around it which are another's."""
        known = self._around.get(scope)
        if known is None:
            known = self._around[scope] = []
            owners, last = self._owners, NONE
            while scope != NONE:
                if owners[scope] != last:
                    last = owners[scope]
                    known.append(self.cells(last))
                scope = self._parents[scope]
        return known

    def class_around(self, scope: int) -> int:
        """The class-like or impl symbol whose code the scope is part of, or NONE."""
        symbols = self.symbols
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
            for index, store in enumerate(self.stores):
                at = store.object
                if not store.attribute or at == NONE:
                    continue
                owner = self._receiver_class(at, store.scope)
                if owner != NONE:
                    self._attributes[owner][store.attribute].append(index)
                if owner > NONE:
                    self._own_stores.add(index)
            for stores in self._attributes.values():
                stores.update({name: self.seen(self.code, found) for name, found in stores.items() if len(found) > 1})
        return self._attributes.get(symbol, {})

    def _receiver_class(self, at: int, scope: int) -> int:
        op = self.code.op(at)
        if op == Op.THIS and self.code.count(at) > 1:
            at = self.symbols[self.code.parts(at)[1]].target
            op = self.code.op(at) if at != NONE else NONE
            if op == Op.CHOICE:  # by its declared type, or the object
                at = self.code.parts(at)[1]
                op = Op.DICT
            if op == Op.DICT:
                return _object_key(at)
        if op in (Op.THIS, Op.THIS_TYPE):
            return self.class_around(self.code.first(at))
        if op == Op.INSTANCE or (op == Op.ATTRIBUTE and self.code.text(at) == "prototype"):
            at = self.code.first(at)  # `this` of a constructor function, and its prototype
            op = self.code.op(at)
        if op == Op.NAME:
            for index in self.lookup(self.code.first(at), self.code.text(at))[1]:
                value = self.bound[index]
                if value != NONE and self.code.op(value) in (Op.THIS, Op.THIS_TYPE):  # a parameter: `self`
                    return self.class_around(self.code.first(value))
                if value != NONE and self.code.op(value) in (Op.FUNCTION, Op.CLASS):
                    return self.code.first(value)
                if value != NONE and self.code.op(value) == Op.DICT:
                    return _object_key(value)
        return NONE

    def is_class(self, at: int) -> bool:
        """Whether an expression is the name of a class that this file defines, or of one that a method runs for."""
        if at == NONE or self.code.op(at) != Op.NAME:
            return False
        values = [self.bound[index] for index in self.lookup(self.code.first(at), self.code.text(at))[1]]
        return bool(values) and all(each != NONE and self.code.op(each) in (Op.CLASS, Op.THIS_TYPE) for each in values)

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
        return [*named, *(self.stores.value(store) for store in stores)], spread

    def stores_computed(self, at: int) -> bool:
        """Whether the expression is a function that runs when what it is stored as is read."""
        if at == NONE or self.code.op(at) != Op.FUNCTION:
            return False
        return not COMPUTED.isdisjoint(self.symbols[self.code.first(at)].flags)

    def returns(self, symbol: int) -> list[int]:
        """The expressions that a function returns."""
        return self._gives("return", symbol)

    def yields(self, symbol: int) -> list[int]:
        """The YIELD expressions of a generator."""
        return self._gives("yield", symbol)

    def raises(self, symbol: int) -> list[int]:
        """What a function throws."""
        return self._gives("raise", symbol)

    def handlers(self, at: int) -> list[int]:
        """The CAUGHT expressions of the clauses behind an expression that throws or is called."""
        if self._handlers is None:
            self._handlers = clauses(self.code)
        return self._handlers.get(at, [])

    def defined_at(self, symbol: int) -> int:
        """The expression that defines a class or function, or NONE: its place, by which others may be known."""
        if self._defined is None:
            self._defined = {}
            for bound in self.bindings:
                at = bound.value
                if at != NONE and self.code.op(at) == Op.DECORATED:
                    at = self.code.first(at)
                if at != NONE and self.code.op(at) in (Op.CLASS, Op.FUNCTION):
                    self._defined.setdefault(self.code.first(at), at)
        if symbol not in self._defined:  # it has no name of its own
            for at in self.code.walk():
                if self.code.op(at) in (Op.CLASS, Op.FUNCTION):
                    self._defined.setdefault(self.code.first(at), at)
            self._defined.setdefault(symbol, NONE)
        return self._defined[symbol]

    def calls_in(self, symbol: int) -> list[int]:
        """The calls that a function's own code makes."""
        if self._calls is None:
            self._calls = defaultdict(list)
            for call in self.calls:
                self._calls[self.scopes.symbol(call.scope)].append(call.expression)
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

    def fields(self, symbol: int) -> list[str]:
        """The names that are declared with a type in the body of a class, in order."""
        if self._fields is None:
            self._fields = defaultdict(list)
            for binding in self.bindings:
                if binding.type != NONE:
                    self._fields[binding.scope].append(binding.name)
        return self._fields.get(self.symbols[symbol].scope, [])

    def factories(self, symbol: int, words: frozenset[str]) -> list[tuple[int, int]]:
        """(binding, expression) of a class's fields whose default value is made by what one of the keywords names."""
        if self._factories is None:
            self._factories = defaultdict(list)
            if not words.isdisjoint(self.facts.strings):
                for index, binding in enumerate(self.bindings):
                    if self.scopes.kind(binding.scope) != "class" or binding.value == NONE:
                        continue
                    if self.code.op(binding.value) == Op.CALL:
                        for part in self.code.parts(binding.value)[1:]:
                            if self.code.op(part) == Op.KEYWORD and self.code.text(part) in words:
                                owner = self.scopes.symbol(binding.scope)
                                self._factories[owner].append((index, self.code.first(part)))
        return self._factories.get(symbol, [])

    def overwrites(self) -> dict[tuple[str, str], list[int]]:
        """(name, key) → stores `name[key] = value` with a key that is written out, and `name.key = value`."""
        if self._overwrites is None:
            self._overwrites = defaultdict(list)
            for index, store in enumerate(self.stores):
                if store.object == NONE or self.code.op(store.object) != Op.NAME:
                    continue
                if store.attribute:
                    self._overwrites[self.code.text(store.object), store.attribute].append(index)
                elif store.key != NONE and self.code.op(store.key) in (Op.STRING, Op.NUMBER):
                    self._overwrites[self.code.text(store.object), self.code.text(store.key)].append(index)
        return self._overwrites

    def kept_parameter(self, symbol: int, parameter: Parameter) -> int:
        """The expression by which a parameter that gathers keywords is known as a container, if code of the function
        puts something into it; else NONE."""
        if parameter.form != "rest_keywords" or Op.DICT not in self.language.literals:
            return NONE
        if self._filled is None:
            self._filled = {
                (self.scopes.symbol(store.scope), self.code.text(store.object))
                for store in self.stores
                if not store.attribute and store.object != NONE and self.code.op(store.object) == Op.NAME
            } | {
                (self.scopes.symbol(call.scope), call.receiver)
                for call in self.calls if call.text.endswith(_FILLING)
            }  # fmt: skip
        if (symbol, parameter.name) not in self._filled:
            return NONE
        places = self.names.get(self.symbols[symbol].scope, {}).get(parameter.name, ())
        return self.bound[places[0]] if places else NONE

    def narrowings(self) -> dict[int, list[int]]:
        """Branch → bindings that tell the class of a name there, by a test."""
        if self._narrowings is None:
            self._narrowings = defaultdict(list)
            named = [each for names in self.names.values() for each in names.items()]
            tests = [index for name, places in named if name.startswith("<is") for index in places]
            for index in sorted(tests):
                self._narrowings[self.bindings.branch(index)].append(index)
        return self._narrowings

    def narrowed(self) -> set[str]:
        """The names whose class is tested somewhere."""
        tests = [self.bindings.name(index) for found in self.narrowings().values() for index in found]
        return {test.partition(">")[2] for test in tests}  # after IS or IS_NOT

    def outside_stores(self) -> list[int]:
        """Stores into objects that are not the receiver of the code they stand in."""
        if self._outside is None:
            self.attributes(NONE)
            symbols = self.symbols
            setters = {plain_name(s.name).rpartition(".")[2] for s in symbols if "setter" in s.flags}
            mixed = {"", self.language.prototype, PROTOTYPE, MIXED, DESCRIBED, *setters}
            self._outside = [
                index for index, store in enumerate(self.stores)
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
        symbols = self.symbols
        symbol = self._owners[scope]
        while symbol > 0 and symbols[symbol].parent != owner:
            symbol = symbols[symbol].parent
        return symbol if symbol > 0 else NONE

    def receiver_kind(self, method: int) -> str:
        """Whether a method is given an instance or a class."""
        symbol = self.symbols[method]
        if symbol.parameters and symbol.parameters[0].form == "receiver":
            for index in self.names.get(symbol.scope, {}).get(symbol.parameters[0].name, ())[:1]:
                return "class" if self.code.op(self.bound[index]) == Op.THIS_TYPE else "instance"
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
            seen = self._lookups.get(scope)
            if seen is None:
                seen = self._lookups[scope] = {}
            known = seen.get(name)
            if known is None:
                known = seen[name] = self._look_up(scope, name, NO_MARK)
                self._looked_up += 1
                if self._looked_up > _MOST_LOOKUPS:
                    self._lookups.clear()
                    self._looked_up = 0
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
                return _UNBOUND
            at = parents[at]
        return _UNBOUND

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
