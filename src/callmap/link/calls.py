"""Calls: what calling a value gives. Takes found callees and arguments, gives results with evidence.

What a function returns is known in terms of its parameters. A call puts its own arguments in their place, and a
function that is returned carries along what it closes over, so results are those of this call and no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link import hooks, instances, limits, making, outside
from callmap.link.direct import Parameters
from callmap.link.evidence import (
    DEEPEST_ARGUMENT,
    DEEPEST_MADE,
    INFERRED,
    MAKER,
    OPEN,
    REASON,
    RETURNED,
    THIS,
    TOO_MUCH,
    Found,
    Founds,
    Value,
    left_open,
    several,
    shallow,
    steps,
    structure,
    telling,
    unpacked,
)
from callmap.link.promises import rejects
from callmap.link.spreads import GATHERING, UNCLEAR, Filled, anywhere, following, spread, spread_keywords
from callmap.link.yielded import by_place
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.values import Values

Arguments = tuple[Value, ...]  # each of kind "argument"

_FORMS: Final = {Op.SPREAD: "*", Op.SPREAD_KEYWORDS: "**"}
NEW: Final = "new"  # the name of a call that constructs and is left open: `new C()` of a parameter


class Calls:
    """Part of `Values`."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.names = values.names
        self.world = values.world
        self.file = values.file
        self.parameters: dict[tuple[str, int], Parameters] = {}

    # --- results ---

    def result(self, callee: Found, given: Arguments | None, op: int = Op.CALL, at: int = NONE) -> Founds:
        """What calling a value gives; with `at`, the arguments are those of that call of this file."""
        value = callee.value
        kind = value.kind
        if kind == "function":
            if op == Op.CONSTRUCT:
                return instances.constructed(self.values, callee, given, at)
            return self.returned(callee, given, at)
        if kind == "class":
            return hooks.made(self.values, callee, given, at)
        if kind == "external":
            return self._outside(callee, given, op, at)
        if kind in OPEN:
            return self._open(callee, given if given is not None else self.arguments(at), op)
        if kind == "module":
            whole = self.called_module(callee)
            return several([each for each in whole for each in self.result(each, given, op, at)])
        if kind == "instance" and self.file.language.call_method:
            methods = self.values.contents.member(callee, self.file.language.call_method)
            called = [each for each in methods if each.value.kind == "function" or self._is_modelled(each.value)]
            return several([found for method in called for found in self.result(method, given, Op.CALL, at)])
        method = outside.called(self.file.language, callee)
        if method is not None:
            return self._outside(method, given, Op.CALL, at)
        return (callee,) if kind == "external_result" else ()

    def _is_modelled(self, value: Value) -> bool:
        return value.kind == "external" and self.values.models.find(value.name) is not None

    def _open(self, callee: Found, given: Arguments, op: int) -> Founds:
        made = left_open("called", NEW if op == Op.CONSTRUCT else "", callee.packed(), *given)
        return (Found(made, max(callee.level, INFERRED), callee.via),) if made is not None else ()

    def closed(self, value: Value, callees: Founds, given: Arguments) -> Founds:
        """What a call that was left open gives, now that it is known what is called."""
        op = Op.CONSTRUCT if value.name == NEW else Op.CALL
        return several([found for each in callees for found in self.result(each, given, op)])

    def _outside(self, callee: Found, given: Arguments | None, op: int, at: int) -> Founds:
        value, language = callee.value, self.file.language
        model = self.values.models.find(value.name)
        if model is not None:
            arguments = given if given is not None else self.modelled_arguments(model, at)
            modelled = self.values.models.result(callee, arguments, at)
            if modelled is not None:
                return modelled
        if value.name in language.opaque:
            return ()
        made = op == Op.CONSTRUCT or value.name in language.known_types or (
            language.capitals_are_types and value.name.rpartition(".")[2][:1].isupper()
        )  # fmt: skip
        return (Found(value.as_kind("external_instance" if made else "external_result"), callee.level, callee.via),)

    def called_module(self, module: Found) -> Founds:
        """What calling a module calls: the one thing it exports, `require('./f')()`."""
        for name in ("=", "default"):
            found = self.values.expand(self.names.modules.member(module.value.path, name))
            called = tuple(each.after(module) for each in found if each.value.kind != "module")
            if called:
                return called
        return ()

    def returned(self, callee: Found, given: Arguments | None, at: int) -> Founds:
        value = callee.value
        receiver = callee.receiver
        if receiver is not None and (receiver.of or receiver.kind == "class"):
            kept = instances.given_back(self.values, callee, given, at)
            if kept is not None:
                return kept
        found: list[Found] = []
        for each in self.names.types.result(value, callee.receiver):
            if each.value.kind != "returns":
                found.append(each.after(callee))
                continue
            for returned in self._summary(each.value):
                filled = self._filled_in(returned, callee, given, at)
                found.extend([f.after(each).after(callee) for f in filled])
        if found and self.world.symbol(value).type != NONE:
            found = limits.within(self.values, value, found)
        return several(found)

    def _summary(self, key: Value) -> Founds:
        """What a function returns, in terms of its parameters."""
        if key.path == self.file.path:
            return tuple([f if f.indirect else f.but(indirect=True) for f in self.values.own(key)])
        return tuple(unpacked(value, INFERRED, ()) for value in self.values.ask(key))

    def own_returns(self, key: Value) -> list[Found]:
        """What a function of this file returns; a generator gives a container of what it yields."""
        file, values = self.file, self.values
        symbol = file.symbols[key.symbol]
        placed = by_place(values, key.symbol)
        if placed is None and "generator" not in symbol.flags:
            returned = [found for at in file.returns(key.symbol) for found in values.evaluate(at)]
            return [*returned, *self._rejected(key.symbol)] if rejects(file, key.symbol) else returned
        made = placed or values.contents.gathered(self._yielded(key.symbol), file.language.generator_type)
        slots = list(made.value.of)
        last = [each.packed() for at in file.returns(key.symbol) for each in values.evaluate(at)]
        if last and "generator" in symbol.flags:
            slots.append(Value("slot", "", NONE, RETURNED, tuple(dict.fromkeys(last))))
        if "fed" in symbol.flags:
            slots.append(Value("slot", "", NONE, MAKER, (Value("function", key.path, key.symbol),)))
        if len(slots) == len(made.value.of):
            return [made]
        return [made.but(value=Value("structure", "", NONE, made.value.name, tuple(slots)))]

    def _yielded(self, function: int) -> list[Found]:
        found: list[Found] = []
        for at in self.file.yields(function):
            for part in self.file.code.parts(at):
                given = self.values.evaluate(part)
                if self.file.code.text(at) == "from":
                    given = several([each for source in given for each in self.values.contents.elements(source)])
                found.extend(given)
        return found

    def _rejected(self, function: int) -> list[Found]:
        """An async function that throws gives a promise that fails with what it throws."""
        raised = self.file.raises(function)
        reasons = [each.packed() for at in raised for each in self.values.evaluate(at) if telling(each.value)]
        made = shallow(structure(self.file.language.promise_type, {REASON: reasons})) if reasons else None
        return [Found(made, INFERRED, ())] if made is not None else []

    # --- arguments ---

    def arguments(self, at: int, depth: int = DEEPEST_ARGUMENT, live: bool = False) -> Arguments:
        """The arguments of a call of this file, packed; none where no call is known; `live`, containers with what is in
        them there."""
        if at == NONE:
            return ()
        code, values = self.file.code, self.values
        given: list[Value] = []
        for part in code.parts(at)[1:]:
            op, name = code.op(part), ""
            if op == Op.KEYWORD:
                name, part = f"={code.text(part)}", code.first(part)
            elif op in (Op.SPREAD, Op.SPREAD_KEYWORDS):
                name, part = _FORMS[op], code.first(part)
            held = tuple(
                kept
                for found in (values.now(part) if name == "*" or live else values.evaluate(part))
                if telling(found.value) and (kept := shallow(found.packed(), depth)) is not None
            )
            given.append(Value("argument", "", NONE, name, held))
        return tuple(given)

    def modelled_arguments(self, model: str, at: int) -> Arguments:
        """The arguments of a call that a model describes: deeper where it looks into them, or keeps them."""
        if model.startswith(("-> instance(", "-> many(none)")):
            return ()
        deep = (
            "each(" in model or "table(" in model or model.startswith(("put(", "-> module(")) or "-> member(" in model
        )
        return self.arguments(at, DEEPEST_MADE if deep else DEEPEST_ARGUMENT, "put(a" not in model)

    def passed(self, callee: Found, given: Arguments | None, at: int, key: Value) -> tuple[Value, ...]:
        """What a call passes to one parameter of the function it calls."""
        if key.name == THIS and callee.receiver is not None:
            return (callee.receiver,)
        place = self.place(callee, at, key) if given is None and not callee.value.of else UNCLEAR
        if place == UNCLEAR:
            return self.match(callee, self.arguments(at) if given is None else given).get(key, ())
        return tuple(f.packed() for f in self.values.evaluate(place) if telling(f.value)) if place != NONE else ()

    def place(self, callee: Found, at: int, key: Value) -> int:
        """The argument that a parameter gets in a call without spreads, or NONE; UNCLEAR if it takes more to tell."""
        code = self.file.code
        parameters = self.world.symbol(callee.value).parameters
        index = 0 if key.name == THIS else int(key.name)
        if index >= len(parameters) or parameters[index].form in GATHERING:
            return UNCLEAR
        place = index - (parameters[0].form == "receiver" and callee.receiver is not None)
        for part in code.parts(at)[1:]:
            op = code.op(part)
            if op in (Op.SPREAD, Op.SPREAD_KEYWORDS):
                return UNCLEAR
            if op == Op.KEYWORD:
                if code.text(part) == parameters[index].name:
                    return code.first(part)
            elif place == 0 and parameters[index].form != "keyword":
                return part
            else:
                place -= 1
        return NONE

    def match(self, callee: Found, given: Arguments) -> Filled:
        """What each parameter of a function gets from a call of it."""
        value = callee.value
        filled: Filled = {}
        if value.of:
            filled = {Value("parameter", b.path, b.symbol, b.name): b.of for b in value.of if b.kind == "bound"}
        parameters = self.world.symbol(value).parameters
        keys = self.parameters.get((value.path, value.symbol))
        if keys is None:
            keys = self.parameters[value.path, value.symbol] = Parameters(value)
        if callee.receiver is not None:
            filled[keys.key(THIS)] = (callee.receiver,)
        layout = keys.layout(parameters, filled, callee.receiver is not None)
        free, named, rest, rest_keywords = layout.free, layout.named, layout.rest, layout.rest_keywords
        slots: dict[str, list[Value]] = {}
        keywords: dict[str, list[Value]] = {}
        wholes: list[Value] = []
        place = 0
        exact = True  # whether it is known where the next one stands
        for argument in given:
            if not exact and argument.name in ("", "*"):
                anywhere(self.values, argument, free[place:], filled, slots)
            elif argument.name == "":
                if place < len(free):
                    filled[free[place]] = argument.of
                elif rest is not None:
                    slots.setdefault(str(place - len(free)), []).extend(argument.of)
                place += 1
            elif argument.name.startswith("="):
                word = argument.name[1:]
                if word in named:
                    filled[named[word]] = argument.of
                elif rest_keywords is not None:
                    keywords.setdefault(word, []).extend(argument.of)
            elif argument.name == "*":
                spread(self.values, argument, free, place, filled, slots)
                place, exact = following(self.values, argument, place) if argument is not given[-1] else (place, True)
            else:
                spread_keywords(self.values, argument, named, filled, keywords)
                wholes.extend(value for value in argument.of if value.kind != "structure")
        types = self.world.files[value.path].language.literals
        if rest is not None:
            spreads = [argument for argument in given if argument.name == "*"]
            whole = not free and len(spreads) == 1 and len(given) - len(keywords) <= 2 and given[0] is spreads[0]
            if whole and not any(value.kind == "instance" for value in spreads[0].of):
                filled[rest] = spreads[0].of  # def f(*args): … called as f(*others)
            elif slots:
                type = types.get(Op.TUPLE) or types.get(Op.LIST, "")
                filled[rest] = (*filled.get(rest, ()), structure(type, slots))
        if rest_keywords is not None and (keywords or wholes):
            held = (structure(types.get(Op.DICT, ""), keywords),) if keywords else ()
            filled[rest_keywords] = (*held, *wholes)
        return filled

    def default(self, key: Value) -> Founds:
        """The default value of a parameter."""
        file = self.world.files[key.path]
        parameters = self.world.symbol(key).parameters
        at = parameters[int(key.name)].default if key.name != THIS else NONE
        if at == NONE:
            return ()
        own = file.path == self.file.path
        found = self.values.evaluate(at) if own else self.values.expand(self.names.expression(file, at) or ())
        step = ("a default value",)
        return tuple(f.but(level=f.level or INFERRED, via=steps(f.via, step)) for f in found)

    # --- filling in ---

    def _filled_in(self, returned: Found, callee: Found, given: Arguments | None, at: int) -> Founds:
        value = returned.value
        if not value.of and value.kind not in OPEN and not self._closes_over(value, callee.value):
            return (returned,)
        if value.kind == "instance" and value.of and not instances.depends(self.values, value, callee.value):
            return (returned,)
        if given is None:
            given = self.arguments(at)
        question = ("filled", returned.packed(), callee.packed(), given)
        arguments = given
        found = self.values.once(
            question, lambda: self.fill(returned.packed(), self.match(callee, arguments), callee.value)
        )
        return tuple(each.after(returned) for each in found)

    def _closes_over(self, value: Value, maker: Value) -> bool:
        if value.kind == "object":
            return making.holds_parameters(self.values, value, maker)
        return value.kind == "function" and bool(self.world.closes_over(value))

    def fill(self, value: Value, filled: Filled, function: Value) -> Founds:
        """A value with what parameters hold put in their place."""
        kind = value.kind
        if kind == "parameter":
            known = filled.get(value)
            if known is not None:
                return tuple(unpacked(each, INFERRED, ()) for each in known)
            if (value.path, value.symbol) == (function.path, function.symbol):
                return self.default(value)
            return (Found(value, INFERRED, ()),)
        if kind in OPEN:
            return self._fill_open(value, filled, function)
        if kind == "function":
            return (self._fill_function(value, filled, function),)
        if kind == "object" and not value.of:
            return (unpacked(making.made_by(self.values, value, filled, function), INFERRED, ()),)
        if kind == "instance" and value.of:
            return (unpacked(instances.filled(self.values, value, filled, function), INFERRED, ()),)
        if not value.of or kind == "external_instance":
            return (unpacked(value, INFERRED, ()),)
        return (unpacked(self._fill_parts(value, filled, function), INFERRED, ()),)

    def _fill_parts(self, value: Value, filled: Filled, function: Value) -> Value:
        parts = []
        for part in value.of:
            held = tuple(f.packed() for each in part.of for f in self.fill(each, filled, function))
            parts.append(Value(part.kind, part.path, part.symbol, part.name, held))
        whole = Value(value.kind, value.path, value.symbol, value.name, tuple(parts))
        return shallow(whole) or value.as_kind(value.kind)

    def fill_arguments(self, callee: Found, given: Arguments | None, at: int, inner: Arguments) -> Arguments:
        """Arguments of a call inside a function, with what a call of the function passes."""
        filled = self.match(callee, given if given is not None else self.arguments(at))
        return self._fill_parts(Value("called", "", NONE, "", inner), filled, callee.value).of

    def _fill_function(self, value: Value, filled: Filled, function: Value) -> Found:
        whole = self._fill_parts(value, filled, function) if value.of else value
        known = {(each.symbol, each.name) for each in whole.of}
        held = [
            Value("bound", key.path, key.symbol, key.name, of)
            for key, of in sorted(filled.items())
            if of and key.path == value.path and (key.symbol, key.name) not in known
            and key.symbol in self.world.closes_over(value)
        ]  # fmt: skip
        if held:
            whole = Value(whole.kind, whole.path, whole.symbol, whole.name, (*whole.of, *held))
        return unpacked(shallow(whole) or value, INFERRED, ())

    def _fill_open(self, value: Value, filled: Filled, function: Value) -> Founds:
        if self.values.budget <= 0:
            return TOO_MUCH
        self.values.budget -= 1
        objects = self.fill(value.of[0], filled, function)
        if value.kind == "called":
            given = self._fill_parts(Value("called", "", NONE, "", value.of[1:]), filled, function).of
            return self.closed(value, objects, given)
        others = tuple(each for part in value.of[1:] for each in self.fill(part, filled, function))
        return making.taken_out(self.values, value, objects, others)
