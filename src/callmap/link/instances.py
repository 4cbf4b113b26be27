"""Objects that remember what they were made with: takes calls that make one, gives it with what its constructor puts
into attributes unchanged, so that `Job(a).action` is `a` and `Job(b).action` is `b`.

    class Job:
        def __init__(self, action): self.action = action

Only where nothing else assigns such an attribute. Other functions and files see the object without what it remembers.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, OPEN, Found, Founds, Value, several, shallow, steps, telling, unpacked
from callmap.link.fields import by_place
from callmap.link.mentions import LOST
from callmap.link.spreads import UNCLEAR
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.calls import Arguments
    from callmap.link.file import File
    from callmap.link.spreads import Filled
    from callmap.link.values import Values

Kept = dict[str, tuple[int, int]]  # attribute → the constructor and the number of the parameter that it holds
SITE: Final = "site"  # part of an instance: the call that made it
_LEADING: Final = frozenset({"function", "class", "instance"}) | OPEN  # to code of the project
_MOST_LEVELS: Final = 4  # base classes whose constructors are looked at
_PLAIN: Final = frozenset({Op.STRING, Op.NUMBER, Op.LITERAL})
_OBJECTS: Final = frozenset({"object", "instance", "structure"})


def made(values: Values, cls: Value, given: Arguments | None, at: int) -> Value:
    """What constructing a class gives: an instance, with what this call passes of what it keeps. That is looked at when
    somebody asks for it, where the call is known."""
    plain = cls.as_kind("instance")
    if values.world.large or cls.symbol == NONE or (given is None and not _passes_something(values.file, at)):
        return plain
    constructor = _constructor(values, cls)
    if constructor is None or (constructor.symbol != NONE and not _kept(values, constructor)):
        return plain
    if given is None:
        return Value("instance", cls.path, cls.symbol, "", (Value(SITE, values.file.path, at),))
    return _with_slots(values, cls, given)


def constructed(values: Values, callee: Found, given: Arguments | None, at: int) -> Founds:
    """What `new` of a function gives: the object that it is called on, or another one that it returns. (One of this
    file that has members returns objects like those, if any.)"""
    value = callee.value.as_kind("instance")
    made = Found(value, callee.level, callee.via)
    if value.path == values.file.path and values.file.attributes(value.symbol):
        return (made,)
    returned = values.calls.returned(callee.but(receiver=value), given, at)
    others = [each for each in returned if each.value.kind in _OBJECTS and each.value != value]
    return several((*others, made)) if others else (made,)


def _passes_something(file: File, at: int) -> bool:
    code = file.code
    for part in code.parts(at)[1:] if at != NONE else ():
        inner = code.first(part) if code.op(part) == Op.KEYWORD else part
        if inner != NONE and code.op(inner) not in _PLAIN:
            return True
    return False


def _constructor(values: Values, cls: Value) -> Value | None:
    """The function that constructs objects of a class; the class, if its fields say what that does; None if unclear."""
    language = values.world.files[cls.path].language
    for name in language.constructors:
        for member in values.names.classes.member(cls, name) if name != language.fields_hook else ():
            if member.value.kind == "external" and by_place(values.names, cls):
                break  # class Point(NamedTuple)
            return member.value if member.value.kind == "function" else None
    return Value("class", cls.path) if language.call_method else None


def _kept(values: Values, constructor: Value, level: int = 0) -> dict[str, int]:
    """Attribute → the number of the constructor's parameter that it holds."""
    file = values.world.files[constructor.path]
    owner = file.symbols[constructor.symbol].parent
    found = {name: index for name, (by, index) in keeping(file, owner).items() if by == constructor.symbol}
    values.world.reading.update([file.cells(owner).of(name) for name in found])
    handed = super_calls(file).get(constructor.symbol, NONE) if file is values.file else NONE
    if handed != NONE and level < _MOST_LEVELS:
        found = {**_kept_by_base(values, constructor, handed, level + 1), **found}
    return found


def _kept_by_base(values: Values, constructor: Value, call: int, level: int) -> dict[str, int]:
    """The same for what a constructor hands on to that of the base class, as it is: super().__init__(action)"""
    file, code = values.file, values.file.code
    name = code.text(code.first(call))
    classes, cls = values.names.classes, Value("class", file.path, file.symbols[constructor.symbol].parent)
    bases = [] if classes.in_diamond(cls) else takewhile(lambda base: base.kind == "class", classes.mro(cls)[1:])
    above = next((each.value for base in bases for each in classes.own_member(base, name)), constructor)
    if above == constructor or above.kind != "function":
        return {}
    found: dict[str, int] = {}
    for attribute, index in _kept(values, above, level).items():
        key = Value("parameter", above.path, above.symbol, str(index))
        place = values.calls.place(Found(above, INFERRED, (), receiver=cls.as_kind("instance")), call, key)
        bound = _bound_to(file, place) if place >= 0 and code.op(place) == Op.NAME else NONE
        if bound != NONE and code.op(bound) == Op.PARAMETER and code.first(bound) == constructor.symbol:
            found[attribute] = code.parts(bound)[1]
    return found


def super_calls(file: File) -> dict[int, int]:
    """Constructor → the call of that of the base class, if it always does just one."""
    if file.super_calls is None:
        file.super_calls = {}
        code, names = file.code, file.language.constructors
        for call in file.calls if file.language.making_hook else ():
            callee = code.first(call.expression) if code.op(call.expression) == Op.CALL else NONE
            if callee == NONE or code.op(callee) != Op.ATTRIBUTE or code.text(callee) not in names:
                continue
            symbol = file.scopes.symbol(call.scope)
            plain = code.op(code.first(callee)) == Op.SUPER and call.branch == file.scopes.branch(call.scope)
            again = symbol in file.super_calls or file.symbols[max(symbol, 0)].short_name != code.text(callee)
            file.super_calls[symbol] = call.expression if plain and not again else NONE
    return file.super_calls


def _with_slots(values: Values, cls: Value, given: Arguments) -> Value:
    """An instance with all that a call passes of what it keeps."""
    slots: list[Value] = []
    constructor = _constructor(values, cls)
    names = _names(values, cls, constructor) if constructor is not None else ()
    for name in names:
        held = _passed(values, cls, given, NONE, name) if _is_alone(values, cls, name) else ()
        if held:
            slots.append(Value("slot", "", NONE, name, held))
    plain = cls.as_kind("instance")
    return (shallow(Value("instance", cls.path, cls.symbol, "", tuple(slots))) or plain) if slots else plain


def _names(values: Values, cls: Value, constructor: Value) -> tuple[str, ...]:
    return tuple(_kept(values, constructor)) if constructor.symbol != NONE else by_place(values.names, cls)


def given(values: Values, object: Found, name: str) -> Founds:
    """What an object has in the attribute right after it was made; nothing where that is not known."""
    site = object.value.of[0] if object.value.of else object.value
    if site.kind != SITE or site.path != values.file.path:
        return ()
    held = _passed(values, object.value.as_kind("class"), None, site.symbol, name)
    return tuple(unpacked(each, INFERRED, steps(object.via, (f"assigned to {name}",))) for each in held)


def _passed(values: Values, cls: Value, given: Arguments | None, at: int, name: str) -> tuple[Value, ...]:
    """What a call that makes an object puts into its attribute; nothing where that leads to no code, or is unclear."""
    constructor = _constructor(values, cls)
    if constructor is None:
        return ()
    calls = values.calls
    if constructor.symbol == NONE:
        held = _field(values, cls, given if given is not None else calls.arguments(at), name)
    else:
        index = _kept(values, constructor).get(name)
        if index is None:
            return ()
        key = Value("parameter", constructor.path, constructor.symbol, str(index))
        callee = Found(constructor, INFERRED, (), receiver=cls.as_kind("instance"))
        place = calls.place(callee, at, key) if given is None else UNCLEAR
        if place == NONE:
            held = tuple(each.packed() for each in calls.default(key))
        elif place != UNCLEAR:
            held = tuple(each.packed() for each in values.evaluate(place))
        else:
            filled = calls.match(callee, given if given is not None else calls.arguments(at))
            held = filled[key] if key in filled else tuple(each.packed() for each in calls.default(key))
    held = tuple(dict.fromkeys(each for each in held if telling(each)))
    return held if any(each.kind in _LEADING for each in held) else ()


def _field(values: Values, cls: Value, given: Arguments, name: str) -> tuple[Value, ...]:
    fields = by_place(values.names, cls)
    place = fields.index(name) if name in fields else NONE
    for index, argument in enumerate(given):
        if argument.name == f"={name}" or (argument.name == "" and index == place):
            return argument.of
    return ()


def depends(values: Values, instance: Value, function: Value) -> bool:
    """Whether an object that a function gives back remembers something that the function was given."""
    site = instance.of[0]
    return site.kind != SITE or len(instance.of) > 1 or bool(_handed_on(values, instance, function))


def filled(values: Values, instance: Value, known: Filled, function: Value) -> Value:
    """The same with what a call of the function passes."""
    parts = [*instance.of]
    for name, key in _handed_on(values, instance, function).items():
        parts.append(Value("slot", "", NONE, name, (key,)))
    fill = values.calls.fill
    whole = tuple(
        Value(part.kind, part.path, part.symbol, part.name,
              tuple(dict.fromkeys(f.packed() for each in part.of for f in fill(each, known, function))))
        for part in parts
    )  # fmt: skip
    made = Value(instance.kind, instance.path, instance.symbol, instance.name, whole)
    return shallow(made) or instance.as_kind("instance")


def _handed_on(values: Values, instance: Value, function: Value) -> dict[str, Value]:
    """Attribute → the parameter of the function that the call which made the object hands on: return Job(action)"""
    site, found = instance.of[0], dict[str, Value]()
    if site.kind != SITE or site.path != values.file.path or len(instance.of) > 1:
        return found
    file, cls = values.file, instance.as_kind("class")
    constructor = _constructor(values, cls)
    if constructor is None or constructor.symbol == NONE:
        return found
    for name, index in _kept(values, constructor).items():
        key = Value("parameter", constructor.path, constructor.symbol, str(index))
        place = values.calls.place(Found(constructor, INFERRED, (), receiver=instance), site.symbol, key)
        bound = _bound_to(file, place) if place >= 0 and file.code.op(place) == Op.NAME else NONE
        handed = bound != NONE and file.code.op(bound) == Op.PARAMETER and file.code.first(bound) == function.symbol
        if handed and _is_alone(values, cls, name):
            found[name] = Value("parameter", file.path, function.symbol, str(file.code.parts(bound)[1]))
    return found


def _bound_to(file: File, at: int) -> int:
    """What a name is bound to, if that is one expression of the same function; else NONE."""
    scope, mark, branch = file.code.parts(at)
    where, places = file.lookup(scope, file.code.text(at), mark)
    reached = file.reaching(places, mark, branch) if where != NONE and file.same_function(scope, where) else []
    return file.bound[reached[0]] if len(reached) == 1 else NONE


def _is_alone(values: Values, cls: Value, attribute: str) -> bool:
    """Whether nothing but the constructor assigns the attribute, and reading it runs nothing."""
    return not values.world.is_assigned(attribute) and is_set_once(values, cls, attribute)


def is_set_once(values: Values, cls: Value, attribute: str) -> bool:
    """Whether of the methods of a class its constructor alone assigns the attribute, once at most, and reading it runs
    nothing."""
    world = values.world
    if world.is_computed(attribute) or world.is_described(attribute):
        return False
    stores = 0
    for owner in values.names.classes.mro(cls):
        if owner.kind == "class":
            file = world.files[owner.path]
            world.reading.add(file.cells(owner.symbol).of(attribute))
            own = file.attributes(owner.symbol).get(attribute, ())
            stores += len(own)
            makers = [file.symbols[file.scopes.symbol(file.stores[index].scope)].short_name for index in own]
            if any(maker not in file.language.constructors for maker in makers):
                return False
    return stores < 2


def keeping(file: File, symbol: int) -> Kept:
    """Which attributes of a class hold what its constructor is given, as it is."""
    known = file.keeping.get(symbol)
    if known is None:
        known = file.keeping[symbol] = {}
        for attribute, stores in file.attributes(symbol).items():
            parameter = _parameter(file, stores[0]) if len(stores) == 1 else None
            if parameter is not None and file.symbols[parameter[0]].parent == symbol:
                known[attribute] = parameter
    return known


def _parameter(file: File, index: int) -> tuple[int, int] | None:
    """The constructor and the number of its parameter that a store puts into its attribute, whatever happens."""
    symbol = file.scopes.symbol(file.stores[index].scope)
    number = parameter_stored(file, index) if file.symbols[symbol].short_name in file.language.constructors else NONE
    return (symbol, number) if number >= 0 else None


def parameter_stored(file: File, index: int) -> int:
    """The number of the parameter that a store of its function puts into an attribute, whatever happens: self.x = x;
    negative if it is none."""
    code, store = file.code, file.stores[index]
    if store.value == NONE or code.op(store.value) != Op.NAME or store.branch != file.scopes.branch(store.scope):
        return LOST
    value = _bound_to(file, store.value)
    if value == NONE or code.op(value) != Op.PARAMETER or code.first(value) != file.scopes.symbol(store.scope):
        return LOST
    return code.parts(value)[1]


def remembered(values: Values, object: Found, name: str) -> Founds | None:
    """What an object was made with and keeps in the attribute; None if it does not tell."""
    value = object.value
    first = value.of[0]
    held: tuple[Value, ...] = next((slot.of for slot in value.of if slot.name == name and slot.kind == "slot"), ())
    cls = value.as_kind("class")
    if not held and first.kind == SITE and first.path == values.file.path and _is_alone(values, cls, name):
        held = _passed(values, cls, None, first.symbol, name)
    if not held:
        return None
    via = steps(object.via, (f"assigned to {name}",))
    found = [unpacked(each, INFERRED, via) for each in held]
    return tuple(called_on(values, each, value) for each in found)


def called_on(values: Values, found: Found, object: Value) -> Found:
    """A function that was taken from an object: where functions have receivers, it is called on that."""
    free = found.value.kind == "function" and found.receiver is None
    return found.but(receiver=object) if free and values.file.language.prototype else found


def given_back(values: Values, callee: Found, given: Arguments | None, at: int) -> Founds | None:
    """What a method gives that just reads attributes which its object remembers, or constructs its class with what it
    is given: `return self.action`, `return cls(action)`; else None."""
    receiver, function, file = callee.receiver, callee.value, values.file
    if receiver is None or function.path != file.path or "generator" in file.symbols[function.symbol].flags:
        return None
    found: list[Found] = []
    returned = file.returns(function.symbol)
    for place in returned:
        held: Founds | None = None
        op = file.code.op(place)
        if receiver.kind == "instance" and op == Op.ATTRIBUTE and _is_receiver(file, file.code.first(place), Op.THIS):
            held = remembered(values, Found(receiver, callee.level, callee.via), file.code.text(place))
        elif receiver.kind == "class" and op == Op.CALL and _is_receiver(file, file.code.first(place), Op.THIS_TYPE):
            arguments = values.calls.fill_arguments(callee, given, at, values.calls.arguments(place))
            via = steps(callee.via, (f"returned by {values.class_name(function)}",))
            held = (Found(made(values, receiver, arguments, NONE), INFERRED, via),)
        if held is None:
            return None
        found.extend(held)
    return tuple(found) if returned else None


def _is_receiver(file: File, at: int, op: int) -> bool:
    if file.code.op(at) != Op.NAME:
        return file.code.op(at) == op
    value = _bound_to(file, at)
    return value != NONE and file.code.op(value) == op
