"""The kinds of expressions: takes an expression of a file, gives the values it may have, with evidence. Pure.

Each kind has a rule here; names and what is kept are `Values`' own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from callmap.link import places
from callmap.link.evidence import (
    INFERRED,
    MOST_INSIDE,
    MOST_TEXTS,
    RETURNED,
    SENT,
    STATIC,
    THIS,
    Found,
    Founds,
    Value,
    in_order,
    several,
    shallow,
    steps,
    telling,
    unpacked,
)
from callmap.link.file import BODIES
from callmap.link.given import ASKS_BOTH
from callmap.link.patterns import patterned
from callmap.model import JOINED, NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.names import Names
    from callmap.link.values import Values

Rule = Callable[["Values", int], Founds]


def _attribute(v: Values, at: int) -> Founds:
    code = v.file.code
    name = code.text(at)
    found = [m for object in v.evaluate(code.data[at + 3]) for m in v.contents.attribute(object, name)]
    return several(found or v.contents.of_anything(name))


def _element(v: Values, at: int) -> Founds:
    if v.file.code.text(at) == "key":
        return ()
    objects = v.evaluate(v.file.code.first(at))
    return several([found for object in objects for found in v.contents.elements(object)])


def _tuple(v: Values, at: int) -> Founds:
    code = v.file.code
    name = v.file.language.literals.get(Op.TUPLE, "")
    parts = code.parts(at)
    if not name or any(code.op(part) == Op.SPREAD for part in parts):
        return _literal(v, at)
    slots = []
    for index, part in enumerate(parts):
        held = tuple(found.packed() for found in v.evaluate(part) if telling(found.value))
        if held:
            slots.append(Value("slot", "", NONE, str(index), held))
    value = shallow(Value("structure", "", NONE, name, tuple(slots)))
    return (Found(value, STATIC, ()),) if value is not None else ()


def _literal(v: Values, at: int) -> Founds:
    name = v.file.language.literals.get(v.file.code.op(at), "")
    return (Found(Value("object", v.file.path, at, name), STATIC, ()),)


def _call(v: Values, at: int) -> Founds:
    op = v.file.code.op(at)
    found: list[Found] = []
    for callee in v.evaluate(v.file.code.first(at)):
        found.extend(v.calls.result(callee, None, op, at))
    return several(found)


def _decorated(v: Values, at: int) -> Founds:
    """A decorated definition is what its decorator gives back, or itself where that is not known."""
    function, call = v.file.code.parts(at)
    undecorated = v.names.decorated(v.file, at)
    if undecorated is not None:
        return undecorated
    plain = v.names.definition(v.file, v.file.code.first(function))
    known = tuple(f for f in v.evaluate(call) if f.value.kind in ("function", "class", "instance", "called"))
    whole = tuple(f for f in known if any(f.value == each.value for each in plain))
    return whole or known or tuple(Found(f.value, f.level or INFERRED, steps(f.via, ("decorated",))) for f in plain)


def _same(v: Values, at: int) -> Founds:
    """await x, &x, x!"""
    code = v.file.code
    found = v.evaluate(code.first(at))
    if code.op(at) == Op.AWAIT:
        return several([each for object in found for each in v.contents.awaited(object)])
    if code.op(at) == Op.REFERENCE and code.text(at) == "?":  # what is in the Result or Option is not known
        found = tuple(each for each in found if each.value.kind != "external_instance")
    return found


def _choice(v: Values, at: int) -> Founds:
    return several([found for part in v.file.code.parts(at) for found in v.evaluate(part)])


def _cast(v: Values, at: int) -> Founds:
    value, type = v.file.code.parts(at)
    return v.names.types.instances(v.file, type) or v.evaluate(value)


def _instance(v: Values, at: int) -> Founds:
    return v.names.types.instances(v.file, v.file.code.first(at))


def _caught(v: Values, at: int) -> Founds:
    if v.file.code.text(at):
        return _thrown(v, at)
    return several([f for part in v.file.code.parts(at) for f in _exceptions(v, part)])


def _exceptions(v: Values, at: int) -> Founds:
    if v.file.code.op(at) == Op.TUPLE:
        v.names.depth.enter()
        found = several([f for part in v.file.code.parts(at) for f in _exceptions(v, part)])
        v.names.depth.level -= 1
        return found
    return v.names.types.instances(v.file, at)


def _thrown(v: Values, at: int) -> Founds:
    """catch (error): what the code before throws, itself or in the functions that it calls"""
    code, parts = v.file.code, v.file.code.parts(at)
    own = int(code.text(at))
    found = [each for part in parts[:own] for each in v.evaluate(part)]
    for call in parts[own:]:
        found.extend(each for callee in v.evaluate(code.first(call)) for each in _thrown_by(v, callee.value, 0))
    return several(found)


def _thrown_by(v: Values, function: Value, depth: int) -> list[Found]:
    if function.kind != "function" or depth > _DEEPEST_THROW:
        return []
    file = v.world.files[function.path]
    v.world.reading.add((function.path, BODIES))
    found: list[Found] = []
    step = (f"thrown by {v.class_name(function)}",)
    for raised in file.raises(function.symbol):
        known = v.evaluate(raised) if file is v.file else _made(v.names, file, raised)
        found.extend(each.but(level=INFERRED, via=steps(each.via, step)) for each in v.concrete(known))
    for call in file.calls_in(function.symbol)[:MOST_INSIDE]:
        for callee in v.names.alone(file, file.code.first(call)):
            found.extend(_thrown_by(v, callee.value, depth + 1))
    return found


def _made(names: Names, file: File, at: int) -> Founds:
    """throw new Failure()"""
    found = names.alone(file, file.code.first(at)) if file.code.op(at) == Op.CONSTRUCT else ()
    return tuple(each.but(value=each.value.as_kind("instance")) for each in found if each.value.kind == "class")


def _entered(v: Values, at: int) -> Founds:
    """with manager as x: what its method gives; of a generator, what it yields."""
    found: list[Found] = []
    name = v.file.language.enter_methods.get(v.file.code.text(at), "")
    for manager in v.evaluate(v.file.code.first(at)):
        if manager.value.kind == "structure":
            found.extend(v.contents.elements(manager))
        elif manager.value.kind == "external_instance":
            found.append(manager)
        elif manager.value.kind.startswith("external"):
            found.append(manager.but(value=manager.value.as_kind("external_result")))
        elif manager.value.kind == "called":  # of a generator, or of an object: it depends
            found.append(manager.but(value=Value("element", "", NONE, "", (manager.value,))))
        else:
            methods = v.contents.member(manager, name)
            for method in methods:
                found.extend(v.calls.result(method, ()))
            if not methods and manager.value.kind == "instance":
                found.append(manager)  # with closing(x) as x: its wrapper gives it back
    return several(found)


def _operation(v: Values, at: int) -> Founds:
    """a + b, where a's class says what that means"""
    code = v.file.code
    parts = code.parts(at)
    sign = code.text(at) if len(parts) != 1 else f"unary {code.text(at)}"
    if code.text(at) == JOINED or (sign in ("+", "%") and _names_part(v, parts)):
        texts = _joined(v, parts) if sign != "%" else []
        type = v.file.language.literals.get(Op.STRING, "")
        if not texts and (fitting := _partly(v, parts, type)) is not None:
            return (fitting,)
        if texts or code.text(at) == JOINED:
            plain = Value("external_instance", "", NONE, type)
            named = [Value(plain.kind, "", NONE, type, (Value("text", "", NONE, text),)) for text in texts]
            return tuple(Found(value, INFERRED, ()) for value in named or [plain])
    methods = v.file.language.operations.get(sign)
    if methods is not None and methods[0].startswith(ASKS_BOTH):
        methods = None  # what it gives is no object
    found: list[Found] = []
    if len(parts) == 2 and code.text(at) in v.file.language.joining:
        objects = [object for part in parts for object in v.evaluate(part)]
        held = [object for object in objects if object.value.kind in ("object", "structure")]
        if held:
            return (places.joined(v, held, sign),)
    if (
        methods is None
        or not parts
        or v.world.large
        or v.world.special_methods(v.file.language).isdisjoint((methods[1], *methods[0].split("|")))
    ):
        return ()
    given = tuple(Value("argument", "", NONE, "", packed) for part in parts[1:]
                  if (packed := tuple(f.packed() for f in v.evaluate(part))))  # fmt: skip
    for object in v.evaluate(parts[0]):
        if object.value.kind == "instance":
            for name in methods[0].split("|"):
                for method in v.contents.member(object, name):
                    found.extend(v.calls.result(method, given))
    if not found and len(parts) == 2 and methods[1]:
        for object in v.evaluate(parts[1]):
            if object.value.kind == "instance":
                for method in v.contents.member(object, methods[1]):
                    found.extend(v.calls.result(method, ()))
    return several(found)


def _names_part(v: Values, parts: Sequence[int]) -> bool:
    """'on' + name: whether one of the parts is written out and may be part of a name"""
    code = v.file.code
    return any(code.op(part) == Op.STRING and code.text(part).partition("%")[0].isidentifier() for part in parts)


def _partly(v: Values, parts: Sequence[int], type: str) -> Found | None:
    """A text that is known at its start and end: "visit_" + name, "visit_%s" % name"""
    code = v.file.code
    first, last = (code.text(part) if code.op(part) == Op.STRING else "" for part in (parts[0], parts[-1]))
    if "%" in first:
        return patterned(type, first.partition("%")[0])
    return patterned(type, first, last if len(parts) > 1 else "")


def _joined(v: Values, parts: Sequence[int]) -> list[str]:
    """The texts that parts of a text make; none if one of them is not known."""
    texts = [""]
    for part in parts:
        found = v.concrete(v.evaluate(part))
        known = [text.name for each in found for text in each.value.of if text.kind == "text"]
        texts = [before + text for before in texts for text in known] if len(known) == len(found) else []
    return texts if len(texts) <= MOST_TEXTS else []


def _parameter(v: Values, at: int) -> Founds:
    symbol, index = v.file.code.parts(at)
    return (Found(Value("parameter", v.file.path, symbol, str(index)), STATIC, ()),)


def _this(v: Values, at: int) -> Founds:
    """v, this, cls: left open where other classes inherit the method."""
    parts = v.file.code.parts(at)
    if len(parts) > 1 and v.file.code.op(at) == Op.THIS:
        return (Found(Value("parameter", v.file.path, parts[1], THIS), STATIC, ()),)
    found = v.names.receiver(v.file, at)
    if len(found) == 1 and found[0].value.path == v.file.path:
        value = found[0].value
        method = v.file.method_around(v.file.code.first(at), value.symbol)
        if method != NONE and value.kind != "super" and v.names.classes.may_be_other(value):
            return (Found(Value("parameter", v.file.path, method, THIS), STATIC, ()),)
        if method != NONE and value.kind == "super":
            this = value.as_kind(v.file.receiver_kind(method))
            if v.names.classes.may_be_other(value):
                this = Value("parameter", v.file.path, method, THIS)
            return (Found(Value("super", value.path, value.symbol, "", (this,)), STATIC, found[0].via),)
    return found


def _yield(v: Values, at: int) -> Founds:
    """x = yield: what is sent into the generator; x = yield from y: what y returns"""
    code = v.file.code
    if code.text(at) == "from":
        sources = v.evaluate(code.first(at))
        return several([each for source in sources for each in v.contents.items(source, RETURNED)])
    given = v.ask(Value("attribute", v.file.path, v.file.yielding(at), SENT))
    return tuple(unpacked(value, INFERRED, ("sent into the generator",)) for value in in_order(given))


def _imported(v: Values, at: int) -> Founds:
    return v.expand(v.names.expression(v.file, at) or ())


_DEEPEST_THROW: Final = 2  # calls between a `try` and what is thrown
RULES: Final[dict[int, Rule]] = {
    Op.ATTRIBUTE: _attribute,
    Op.ITEM: places.item,
    Op.CALL: _call,
    Op.CONSTRUCT: _call,
    Op.CHOICE: _choice,
    Op.DECORATED: _decorated,
    Op.REFERENCE: _same,
    Op.AWAIT: _same,
    Op.CAST: _cast,
    Op.INSTANCE: _instance,
    Op.CAUGHT: _caught,
    Op.ENTER: _entered,
    Op.PARAMETER: _parameter,
    Op.UNPACK: places.unpack,
    Op.ELEMENT: _element,
    Op.SLICE: places.part,
    Op.TUPLE: _tuple,
    Op.YIELD: _yield,
    Op.LIST: _literal,
    Op.SET: _literal,
    Op.DICT: _literal,
    Op.OPERATION: _operation,
    Op.THIS: _this,
    Op.THIS_TYPE: _this,
    Op.SUPER: _this,
    Op.MEMBER: _imported,
    Op.MODULE: _imported,
}
