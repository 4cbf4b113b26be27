"""Follows values inside one file: takes its expressions, gives the values they may have, with evidence. Pure.

Other files are seen through `Names` (facts) and the summaries of the round before, never through values that are still
being computed. Inside the file, calls are followed into what functions return, names into what is assigned to them.
"""

from __future__ import annotations

from callmap.link.cycles import Cycles
from callmap.link.evidence import INFERRED, STATIC, SUMMARIES, Found, Founds, Value, several, steps
from callmap.link.names import Names
from callmap.link.world import File
from callmap.model import NONE, Op

MOST_VALUES = 24  # of one expression; more of them say nothing
NO_KEYS: frozenset[Value] = frozenset()
_NOTHING: tuple[Founds, frozenset[Value]] = ((), NO_KEYS)


class Values:
    """The evaluator of one file in one round."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self.reads: set[tuple[str, Value, str]] = set()  # what was asked of other files, found or not
        self.keys: frozenset[Value] = NO_KEYS  # summaries that were asked for since it was last cleared
        self._memo: dict[int, tuple[Founds, frozenset[Value]]] = {}  # by expression …
        self._bound: dict[int, tuple[Founds, frozenset[Value]]] = {}  # … by binding …
        self._summaries: dict[Value, tuple[Founds, frozenset[Value]]] = {}  # … by key that this file decides
        self._free: dict[str, Founds] = {}
        self._cycles = Cycles()
        self._here = Value("module", file.path)

    def evaluate(self, at: int) -> Founds:
        """The values of an expression of this file."""
        if at == NONE:
            return ()
        op = self.file.code.data[at]
        if op == _NAME:
            return self._name(at)
        known = self._memo.get(at)
        if known is None:
            outer, self.keys = self.keys, NO_KEYS
            found = self._evaluate(at, op)
            known = (found if len(found) <= MOST_VALUES else (), self.keys)
            self.keys = outer
            if self._cycles.complete():
                self._memo[at] = known
        if known[1]:
            self.keys |= known[1]
        return known[0]

    def _evaluate(self, at: int, op: int) -> Founds:
        code = self.file.code
        if op == _ATTRIBUTE:
            return self._attribute(at)
        if op in (Op.CALL, Op.CONSTRUCT):
            return self._call(at, op)
        if op == Op.CHOICE:
            return several([found for part in code.parts(at) for found in self.evaluate(part)])
        if op == Op.DECORATED:
            return self._decorated(at)
        if op in (Op.REFERENCE, Op.AWAIT):
            found = self.evaluate(code.parts(at)[0])
            if op == Op.REFERENCE and code.text(at) == "?":  # what is in the Result or Option is not known
                found = tuple(each for each in found if each.value.kind != "external_instance")
            return found
        if op == Op.CAST:
            value, type = code.parts(at)
            return self.names.types.instances(self.file, type) or self.evaluate(value)
        if op == Op.INSTANCE:
            return self.names.types.instances(self.file, code.parts(at)[0])
        if op == Op.CAUGHT:
            return several([f for part in code.parts(at) for f in self._caught(part)])
        if op == Op.ENTER:
            return self._entered(at)
        if op == Op.PARAMETER:
            return self._parameter(at)
        if op == Op.UNPACK:
            return self.evaluate(self._taken(at))
        if op == Op.MEMBER or op == Op.MODULE:
            self.reads.add(("import", self._here, code.text(at)))
        return self.expand(self.names.expression(self.file, at) or ())

    def _name(self, at: int) -> Founds:
        file = self.file
        _, text_at, _, scope, mark, branch = file.code.data[at : at + 6]
        text = file.code.strings[text_at]
        where, places = file.lookup(scope, text, mark)
        if where == NONE:
            return self._unbound(scope, text)
        chosen = self.names.chosen(file, scope, where, places, mark, branch)
        if len(chosen) == 1:
            return self.binding(chosen[0])
        return several([found for index in chosen for found in self.binding(index)])

    def _unbound(self, scope: int, text: str) -> Founds:
        """A name that no scope binds. Without wildcard imports it means the same everywhere in the file."""
        known = self._free.get(text)
        if known is None:
            self.reads.add(("free", self._here, text))
            known = self.expand(self.names.modules.unbound(self.file, scope, text) or ())
            if not self.file.has_wildcards:
                self._free[text] = known
        return known

    def binding(self, index: int) -> Founds:
        """The values that a binding of this file gives its name."""
        known = self._bound.get(index)
        if known is None:
            if self._cycles.deep():
                return self._cycles.give_up(())
            known = self._cycles.settle(self._bound, index, self._binding_with_keys, _NOTHING)
        if known[1]:
            self.keys |= known[1]
        return known[0]

    def _binding_with_keys(self, index: int) -> tuple[Founds, frozenset[Value]]:
        """Values, with the summaries that were read to find them."""
        outer, self.keys = self.keys, NO_KEYS
        found = self._binding(index)
        keys, self.keys = self.keys, outer
        return found, keys

    def _binding(self, index: int) -> Founds:
        file = self.file
        bound = file.facts.bindings[index]
        if bound.type != NONE:
            typed = self.names.types.instances(file, bound.type)
            if typed:
                return typed
        if bound.value == NONE:
            return ()
        op = file.code.op(bound.value)
        if op == Op.FUNCTION or op == Op.CLASS:
            return self.names.definition(file, file.code.parts(bound.value)[0])
        if op in (Op.THIS, Op.THIS_TYPE):
            found = self.names.receiver(file, bound.value)
            return tuple(Found(f.value, f.level, (f"{bound.name} is {self._class_name(f.value)}",)) for f in found)
        values = self.evaluate(bound.value)
        if op in _NOT_ASSIGNED:
            return values
        step = (f"assigned at line {bound.line}",)
        return tuple(Found(v.value, v.level or INFERRED, steps(v.via, step), True, v.receiver) for v in values)

    def _class_name(self, value: Value) -> str:
        return self.world.symbol(value).name if value.symbol != NONE else value.name

    def _attribute(self, at: int) -> Founds:
        code = self.file.code
        found: list[Found] = []
        name = code.text(at)
        for object in self.evaluate(code.data[at + 3]):
            self.reads.add(("attribute", object.value, name))
            members = self._item(object, name) if object.value.kind == "object" else ()
            members = members or self.expand(self.names.attribute(self.file, object, name) or ())
            for member in members:
                if member.value.kind == "function" and object.value.kind == "instance" and self._computed(member.value):
                    results = self.expand(self.names.types.result(member.value, object.value))
                    found.extend(each.after(member) for each in results)
                else:
                    found.append(member)
        return several(found)

    def _item(self, object: Found, name: str) -> Founds:
        """A member of an object literal of this file, whose values can be followed here."""
        if object.value.path != self.file.path:
            return ()
        named, _ = self.file.items(object.value.symbol, name)
        return several([found.after(object) for at in named for found in self.evaluate(at)])

    def _computed(self, function: Value) -> bool:
        flags = self.world.symbol(function).flags
        return "property" in flags or "getter" in flags

    def _call(self, at: int, op: int) -> Founds:
        found: list[Found] = []
        for callee in self.evaluate(self.file.code.parts(at)[0]):
            found.extend(self.result(callee, op))
        return several(found)

    def result(self, callee: Found, op: int = Op.CALL) -> Founds:
        """What calling a value gives."""
        value = callee.value
        if value.kind == "function" and op == Op.CONSTRUCT:
            return (Found(value.as_kind("instance"), callee.level, callee.via),)  # of a constructor function
        if value.kind == "module":
            return several([each for whole in self.called_module(callee) for each in self.result(whole, op)])
        if value.kind == "function":
            self.reads.add(("result", value, ""))
            results = self.expand(self.names.types.result(value, callee.receiver))
            return tuple(each.after(callee) for each in results)
        if value.kind == "class":
            return (Found(value.as_kind("instance"), callee.level, callee.via),)
        if value.kind == "external":
            if value.name in self.file.language.opaque:
                return ()
            made = op == Op.CONSTRUCT or value.name in self.file.language.known_types
            kind = "external_instance" if made else "external_result"
            return (Found(value.as_kind(kind), callee.level, callee.via),)
        if value.kind == "instance" and self.file.language.call_method:
            found: list[Found] = []
            for method in self.expand(self.names.classes.member(value, self.file.language.call_method)):
                if method.value.kind == "function":
                    found.extend(self.result(method))
            return several(found)
        if value.kind == "external_result":
            return (callee,)
        return ()

    def called_module(self, module: Found) -> Founds:
        """What calling a module calls: the one thing it exports, `require('./f')()`."""
        for name in ("=", "default"):
            found = self.expand(self.names.modules.member(module.value.path, name))
            called = tuple(each.after(module) for each in found if each.value.kind != "module")
            if called:
                return called
        return ()

    def _decorated(self, at: int) -> Founds:
        """A decorated definition is what its decorator gives back, or itself where that is not known."""
        function, call = self.file.code.parts(at)
        undecorated = self.names.decorated(self.file, at)
        if undecorated is not None:
            return undecorated
        plain = self.names.definition(self.file, self.file.code.parts(function)[0])
        known = tuple(found for found in self.evaluate(call) if found.value.kind in ("function", "class", "instance"))
        return known or tuple(Found(f.value, f.level or INFERRED, steps(f.via, ("decorated",))) for f in plain)

    def _caught(self, at: int) -> Founds:
        if self.file.code.op(at) == Op.TUPLE:
            return several([f for part in self.file.code.parts(at) for f in self._caught(part)])
        return self.names.types.instances(self.file, at)

    def _entered(self, at: int) -> Founds:
        """with manager as x"""
        found: list[Found] = []
        name = self.file.language.enter_methods.get(self.file.code.text(at), "")
        for manager in self.evaluate(self.file.code.parts(at)[0]):
            value = manager.value
            if value.kind == "instance":
                for method in self.expand(self.names.classes.member(value, name)):
                    if method.value.kind == "function":
                        found.extend(self.result(method.but(receiver=value).after(manager)))
            elif value.kind.startswith("external"):
                found.append(manager.but(value=value.as_kind("external_result")))
        return several(found)

    def _parameter(self, at: int) -> Founds:
        """What a parameter holds, as far as its default says. (Its declared type is the binding's.)"""
        symbol, index = self.file.code.parts(at)
        parameter = self.file.facts.symbols[symbol].parameters[index]
        gathered = {"rest": Op.TUPLE, "rest_keywords": Op.DICT}.get(parameter.form, NONE)  # *args, **kwargs
        if gathered in self.file.language.literals:
            return (Found(Value("external_instance", "", NONE, self.file.language.literals[gathered]), STATIC, ()),)
        default = parameter.default
        step = ("a default value",)
        found = self.evaluate(default) if default != NONE else ()
        return tuple(f.but(level=f.level or INFERRED, via=steps(f.via, step)) for f in found)

    def _taken(self, at: int) -> int:
        """The expression that an UNPACK takes out of a tuple that is written out, or NONE: (a, b), c = (x, y), z"""
        code = self.file.code
        whole, index = code.parts(at)[0], code.text(at)
        if whole != NONE and code.op(whole) == Op.UNPACK:
            whole = self._taken(whole)
        if whole == NONE or code.op(whole) not in (Op.TUPLE, Op.LIST) or not index.isdigit():
            return NONE
        before = code.parts(whole)[: int(index) + 1]
        if len(before) <= int(index) or any(code.op(part) == Op.SPREAD for part in before):
            return NONE
        return before[-1]

    # --- summaries ---

    def expand(self, found: Founds) -> Founds:
        """Replaces keys of summaries by the values they stand for."""
        for each in found:
            if each.value.kind in SUMMARIES:
                break
        else:
            return found
        result: list[Found] = []
        for each in found:
            key = each.value
            if key.kind not in SUMMARIES:
                result.append(each)
            elif key.path == self.file.path:
                result.extend(f.but(indirect=True).after(each) for f in self.own(key))
            else:
                self.keys |= {key}
                self.reads.add(("summary", key, ""))
                step = steps(each.via, (f"assigned to {key.name}",)) if key.name else each.via
                result.extend(Found(value, INFERRED, step, True) for value in sorted(self.world.summary(key)))
        return several(result)

    def own(self, key: Value) -> Founds:
        """The values of a key that this file decides: a variable, an attribute, what a function returns."""
        if self._cycles.deep():
            return self._cycles.give_up(())
        found, keys = self._cycles.settle(self._summaries, key, self._own_with_keys, _NOTHING)
        self.keys |= keys
        return found

    def _own_with_keys(self, key: Value) -> tuple[Founds, frozenset[Value]]:
        outer, self.keys = self.keys, NO_KEYS
        found = several(self._own(key))
        keys, self.keys = self.keys, outer
        return (found if len(found) <= MOST_VALUES else ()), keys

    def _own(self, key: Value) -> list[Found]:
        file = self.file
        if key.kind == "returns":
            return [found for at in file.returns(key.symbol) for found in self.evaluate(at)]
        found: list[Found] = []
        if key.kind == "variable":
            if file.language.explicit_exports:
                for export in file.facts.exports:
                    if export.name == key.name:
                        found.extend(self.evaluate(export.value))
                return found
            places = file.names.get(0, {}).get(key.name, [])
            return [f for index in (file.at_end(0, places) if places else ()) for f in self.binding(index)]
        scope = file.facts.symbols[key.symbol].scope
        places = file.names.get(scope, {}).get(key.name, [])
        for index in file.at_end(scope, places) if places else ():
            found.extend(self.binding(index))
        for index in file.attributes(key.symbol).get(key.name, ()):
            store = file.facts.stores[index]
            step = (f"assigned to {key.name}",)
            values = self.evaluate(store.value)
            found.extend(f.but(level=f.level or INFERRED, via=steps(f.via, step), indirect=True) for f in values)
        return found

    def forget(self, changed: frozenset[Value]) -> None:
        """Drops what was computed from those summaries."""
        for kept in (self._memo, self._bound):
            for at in [at for at, (_, keys) in kept.items() if keys and not keys.isdisjoint(changed)]:
                del kept[at]
        for key in [key for key, (_, keys) in self._summaries.items() if keys and not keys.isdisjoint(changed)]:
            del self._summaries[key]

    def summarise(self, key: Value) -> frozenset[Value]:
        """What other files may know of a key of this file, for the next round."""
        return frozenset(found.value for found in self.own(key) if found.value.kind not in SUMMARIES)


_NAME, _ATTRIBUTE = Op.NAME, Op.ATTRIBUTE
_NOT_ASSIGNED = frozenset({Op.MODULE, Op.MEMBER, Op.DECORATED, Op.PARAMETER})
