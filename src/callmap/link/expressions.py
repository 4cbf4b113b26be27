"""The kinds of expressions: takes an expression of a file, gives the values it may have, with evidence. Pure.

Each kind has a rule here; names and what is kept are `Values`' own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from callmap.link import initialised, lives, outside, owned, patterns, places, promises
from callmap.link.direct import always_passed
from callmap.link.evidence import (
    INFERRED,
    OPEN,
    RETURNED,
    SENT,
    STATIC,
    THIS,
    Found,
    Founds,
    Value,
    opened,
    several,
    shallow,
    steps,
    telling,
    unpacked,
)
from callmap.link.fields import of_enum
from callmap.link.given import ASKS_BOTH
from callmap.link.making import entered, member_or
from callmap.link.mentions import aliases
from callmap.link.prototypes import stored_before
from callmap.link.receivers import on_this
from callmap.link.thrown import caught
from callmap.link.wrapped import unwrapped, wrapping
from callmap.model import DEFAULT, JOINED, NONE, PROTOTYPE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values

Rule = Callable[["Values", int], Founds]


def _attribute(v: Values, at: int) -> Founds:
    code = v.file.code
    name, object_at = code.text(at), code.part(at, 0)
    if name == v.file.language.enum_value:
        held = _enum_value(v, object_at)
        if held:
            return held
    if code.op(object_at) == Op.ATTRIBUTE and code.text(object_at) == v.file.language.prototype:
        before = stored_before(v, at, name)
        if before:
            return before
    if v.file.language.value_types and (own := initialised.held(v, object_at, name)):
        return own
    objects = v.now(object_at) if name in v.file.language.looks else v.evaluate(object_at)
    found = [m for object in objects for m in v.contents.attribute(object, name)]
    if found and code.op(object_at) == Op.ITEM and code.text(object_at) == PROTOTYPE:
        return on_this(v, object_at, found)
    if v.file.language.exact_types:
        found = list(v.names.read_or_called(v.file, at, found))
    if found and at in wrapping(v.file):
        return unwrapped(v, at, several(found))
    if code.op(object_at) == Op.NAME and len(v.file.overwrites().get((code.text(object_at), name), ())) > 1:
        stored = owned.just_stored(v, object_at, name) if not any(each.declared for each in found) else None
        if stored is not None:
            return stored
    if len(found) > 1 and code.op(object_at) == Op.NAME:
        known = owned.attribute(v, object_at, name, objects, found)
        if known:
            return known
        found = list(owned.not_of_others(v, object_at, name, tuple(found)))
        text = code.text(object_at)
        if any((each, name) in v.file.overwrites() for each in (text, *aliases(v.file, code).get(text, ()))):
            return places.still_there(v, at, object_at, name, objects, several(found))
    return several(found or v.contents.of_anything(name))


def _enum_value(v: Values, at: int) -> Founds:
    """Colour.RED.value, self.value: what stands in the body of the enumeration"""
    classes = v.names.classes
    if v.file.code.op(at) != Op.ATTRIBUTE:
        objects = [each.value.as_kind("class") for each in v.evaluate(at) if each.value.kind == "instance"]
        owned = [(owner, name) for owner in objects for name in of_enum(v.names, owner)]
        return several([each for owner, name in owned for each in v.expand(classes.own_member(owner, name))])
    owners = [each.value for each in v.evaluate(v.file.code.first(at)) if each.value.kind == "class"]
    name = v.file.code.text(at)
    return several([
        each for owner in owners if classes.is_enum(owner) for each in v.expand(classes.own_member(owner, name))
    ])  # fmt: skip


def _element(v: Values, at: int) -> Founds:
    if v.file.code.text(at) == "key":
        return ()
    objects = v.now(v.file.code.first(at))
    iteration, text = v.contents.iteration, v.file.code.text(at)
    return several([found for object in objects for found in iteration.elements(object, text)])


def _tuple(v: Values, at: int) -> Founds:
    code = v.file.code
    name = v.file.language.literals.get(Op.TUPLE, "")
    parts = code.parts(at)
    if not name or any(code.op(part) == Op.SPREAD for part in parts):
        return _literal(v, at)
    slots = []
    for index, part in enumerate(parts):
        held = tuple(dict.fromkeys(found.held() for found in v.evaluate(part) if telling(found.value)))
        if held or index == len(parts) - 1:  # the last one tells how many there are
            slots.append(Value("slot", "", NONE, str(index), held))
    value = shallow(Value("structure", "", NONE, name, tuple(slots)))
    return (Found(value, STATIC, ()),) if value is not None else ()


def _literal(v: Values, at: int) -> Founds:
    name = v.file.language.literals.get(v.file.code.op(at), "")
    return (Found(Value("object", v.file.path, at, name), STATIC, ()),)


def _call(v: Values, at: int) -> Founds:
    op = v.file.code.op(at)
    known = lives.taken(v, at)
    if known is not None:
        return known
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
    known = tuple(f for f in v.evaluate(call) if f.value.kind in _DECORATED or _runs_other(v, f, plain))
    own = {(each.value.path, each.value.symbol) for each in plain}
    of_it = tuple(f for f in known if _made_of(f.value, own) or (f.receiver and _made_of(f.receiver, own)))
    known = of_it or known  # what was not made of it is given where the decorator is called without it
    return known or tuple(Found(f.value, f.level or INFERRED, steps(f.via, ("decorated",))) for f in plain)


def _made_of(value: Value, own: set[tuple[str, int]]) -> bool:
    """Whether a value is one of these definitions, or holds one: the function that wraps it"""
    return (value.path, value.symbol) in own or any(_made_of(each, own) for each in value.of)


def _runs_other(v: Values, found: Found, plain: Founds) -> bool:
    """@property @wrap def size(self): whether the property runs what a decorator has made of the function; @Timer(),
    where the class of that object is outside: whether it is known what it does"""
    if found.value.name.endswith(f".{v.file.language.call_method}()"):
        return found.value.kind == "external"
    if found.value.name != v.file.language.accessor or found.receiver is None:
        return False
    held = [value for slot in found.receiver.of if slot.name == "0" for value in slot.of]
    own = {(each.value.path, each.value.symbol) for each in plain}
    return any(value.kind == "function" and (value.path, value.symbol) not in own for value in held)


def _same(v: Values, at: int) -> Founds:
    """await x, &x, x!"""
    code = v.file.code
    found = v.evaluate(code.first(at))
    if code.op(at) == Op.AWAIT:
        return several([each for object in found for each in promises.settled(v, object, at)])
    if code.op(at) == Op.REFERENCE and code.text(at) == "?":
        return several([each for object in found for each in _tried(v, object)])
    return found


def _tried(v: Values, object: Found) -> Founds:
    """object?: what an Option or Result holds"""
    value = object.value
    if value.kind in OPEN:
        return opened("item", "0", object)
    if value.kind not in ("object", "structure"):
        return (object,) if value.kind != "external_instance" else ()
    method = Value("external", "", NONE, f"{value.name}{v.file.language.separator}?")
    given = v.models.result(Found(method, object.level, object.via, receiver=value), ())
    return (object,) if given is None else given


def _choice(v: Values, at: int) -> Founds:
    code = v.file.code
    if code.text(at) == DEFAULT:
        return _or_default(v, at)
    parts = code.parts(at)
    if code.text(at) in _OTHERWISE and len(parts) and _is_definition(v.file, parts[0]):
        return v.evaluate(parts[0])
    if code.text(at) in _BOTH and len(parts) == 2:
        return several(
            (*[each for each in v.evaluate(parts[0]) if _may_be_false(v, each.value)], *v.evaluate(parts[1]))
        )
    return several([found for part in parts for found in v.evaluate(part)])


def _may_be_false(v: Values, value: Value) -> bool:
    """a and b: whether a may be what that gives, and lead to code: an object that says itself whether it is true"""
    tests = v.file.language.implicit.get("test", ())
    if value.kind != "instance" or v.world.special_methods(v.file.language).isdisjoint(tests):
        return False
    return any(v.names.classes.member(value, test) for test in tests)


def _is_definition(file: File, at: int) -> bool:
    """Whether an expression is a function or class, or its name and nothing else is bound to that: never nothing"""
    if at != NONE and file.code.op(at) == Op.NAME:
        places = file.lookup(file.code.first(at), file.code.text(at))[1]
        at = file.bound[places[0]] if len(places) == 1 else NONE
    return at != NONE and file.code.op(at) in (Op.FUNCTION, Op.CLASS)


def _or_default(v: Values, at: int) -> Founds:
    """{ name = other }, ({ name } = other) => …: the other stands only where there is nothing"""
    code = v.file.code
    first, second = code.parts(at)[:2]
    if code.op(first) == Op.ATTRIBUTE:
        others = v.evaluate(second)
        return member_or(v, v.evaluate(code.first(first)), code.text(first), others)
    if code.op(first) == Op.PARAMETER:
        symbol, index = code.parts(first)
        if always_passed(v.world, v.file, symbol, index) and v.ask(Value("parameter", v.file.path, symbol, str(index))):
            return v.evaluate(first)
    taken = places.taken(v, first) if code.op(first) == Op.UNPACK else NONE
    if taken != NONE:
        absent = code.op(taken) == Op.LITERAL and code.text(taken) == v.file.language.absent
        return v.evaluate(second if absent else first)
    return several((*v.evaluate(first), *v.evaluate(second)))


def _cast(v: Values, at: int) -> Founds:
    value, type = v.file.code.parts(at)
    return v.names.types.instances(v.file, type) or v.evaluate(value)


def _instance(v: Values, at: int) -> Founds:
    return v.names.types.instances(v.file, v.file.code.first(at))


def _entered(v: Values, at: int) -> Founds:
    """with manager as x: what its method gives; of a generator, what it yields."""
    method = v.file.language.enter_methods.get(v.file.code.text(at), "")
    return several([each for manager in v.evaluate(v.file.code.first(at)) for each in entered(v, manager, method)])


def _operation(v: Values, at: int) -> Founds:
    """a + b, where a's class says what that means"""
    code = v.file.code
    parts = code.parts(at)
    sign = code.text(at) if len(parts) != 1 else f"unary {code.text(at)}"
    if code.text(at) == JOINED or (sign in ("+", "%") and patterns.names_part(v, parts)):
        texts = patterns.joined(v, parts) if sign != "%" else patterns.put_in(v, parts)
        type = v.file.language.literals.get(Op.STRING, "")
        if not texts and (fitting := patterns.partly(v, parts, type)) is not None:
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
        objects = [object for part in parts for object in v.now(part)]
        held = [object for object in objects if object.value.kind in ("object", "structure")]
        if not held and objects and not v.world.large and all(object.value.kind in OPEN for object in objects):
            held = [object for object in v.concrete(tuple(objects)) if object.value.kind in ("object", "structure")]
            objects = held
        if held:
            return (places.joined(v, [*held, *(object for object in objects if object.value.kind in OPEN)], sign),)
    if methods is not None and len(parts) == 2 and methods[0]:
        found.extend(each for object in v.evaluate(parts[0]) for each in outside.operation(v, object, methods[0]))
        if found:
            return several(found)
    if methods is None or not parts or v.world.large:
        return ()
    if v.world.special_methods(v.file.language).isdisjoint((methods[1], *methods[0].split("|"))):
        return outside.operation_of_passed(v, parts, methods[0]) if len(parts) == 2 else ()
    given = tuple(Value("argument", "", NONE, "", packed) for part in parts[1:]
                  if (packed := tuple(f.packed() for f in v.evaluate(part))))  # fmt: skip
    for object in v.evaluate(parts[0]):
        if object.value.kind == "instance" or object.value.kind in OPEN:
            for name in methods[0].split("|"):
                for method in v.contents.member(object, name):
                    found.extend(v.calls.result(method, given))
    if not found and len(parts) == 2 and methods[1]:
        for object in v.evaluate(parts[1]):
            if object.value.kind == "instance" or object.value.kind in OPEN:
                for method in v.contents.member(object, methods[1]):
                    found.extend(v.calls.result(method, ()))
    return several(found)


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
        open = value.kind != "super" and v.names.classes.may_be_other(value)
        if value.kind != "super" and method != NONE and (open or "unbound" in v.file.symbols[method].flags):
            return (Found(Value("parameter", v.file.path, method, THIS), STATIC, ()),)
        if open and method == NONE and value.kind == "instance" and v.file.language.prototype:
            return (Found(Value("parameter", v.file.path, value.symbol, THIS), STATIC, ()),)
        if method != NONE and value.kind == "super":
            this = value.as_kind(v.file.receiver_kind(method))
            if v.names.classes.may_be_other(value):
                this = Value("parameter", v.file.path, method, THIS)
            return (Found(Value("super", value.path, value.symbol, "", (this,)), STATIC, found[0].via),)
        if value.kind == "super" and len(parts) > 1:  # super(Base, self), in code of another class
            return _super_of_base(v, at, found[0])
    return found


def _super_of_base(v: Values, at: int, found: Found) -> Founds:
    """super(Base, self) in code of a class below: the classes of the receiver decide what comes after the base."""
    scope = v.file.code.first(at)
    owner = v.file.class_around(scope)
    method = v.file.method_around(scope, owner) if owner != NONE else NONE
    if method == NONE:
        return (found,)
    cls = Value("class", v.file.path, owner)
    this = cls.as_kind(v.file.receiver_kind(method))
    if v.names.classes.may_be_other(cls):
        this = Value("parameter", v.file.path, method, THIS)
    return (found.but(value=Value("super", found.value.path, found.value.symbol, "", (this,))),)


def _yield(v: Values, at: int) -> Founds:
    """x = yield: what is sent into the generator; x = yield from y: what y returns"""
    code = v.file.code
    if code.text(at) == "from":
        sources = v.evaluate(code.first(at))
        return several([each for source in sources for each in v.contents.items(source, RETURNED)])
    given = v.ask(Value("attribute", v.file.path, v.file.yielding(at), SENT))
    return tuple(unpacked(value, INFERRED, ("sent into the generator",)) for value in given)


def _imported(v: Values, at: int) -> Founds:
    found = v.expand(v.names.expression(v.file, at) or ())
    if found or v.file.code.op(at) == Op.MODULE:
        return found
    modules = [each for each in v.names.expression(v.file, v.file.code.first(at)) or () if each.value.kind == "module"]
    return several([each for module in modules for each in v.contents.member(module, v.file.code.text(at))])


_BOTH: Final = frozenset({"and", "&&"})  # where the first part is what it gives only if that is nothing
_OTHERWISE: Final = frozenset({"or", "||", "??"})  # what the second part is for where the first is nothing
_DECORATED: Final = frozenset({"function", "class", "instance", "called"})
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
    Op.CAUGHT: caught,
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
BY_OP: Final[list[Rule | None]] = [RULES.get(op) for op in range(256)]  # the same, found without a look into a table
