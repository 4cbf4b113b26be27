"""self, this, cls: takes a method and what was seen to be its receiver, gives what it may be there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import (
    INFERRED,
    MADE_BELOW,
    MANY,
    MOST_VALUES,
    POSSIBLE,
    STATIC,
    THIS,
    Found,
    Founds,
    Value,
)
from callmap.link.file import File
from callmap.link.fixtures import may_get
from callmap.link.spreads import GATHERING
from callmap.model import CLASS_KINDS, NONE, Kind, Op

if TYPE_CHECKING:
    from callmap.link.values import Values
    from callmap.link.world import World

_RECEIVERS: Final = frozenset({"instance", "class", "object"})
_POSITIONAL: Final = frozenset({"plain", "positional"})
FIRST: Final = "<first>"  # the key of a function at which is put what somebody outside will pass to it
WITHOUT_CODE: Final = frozenset({"declaration", "abstract", "refuses"})


def receivers(v: Values, key: Value, given: list[Value]) -> Founds:
    """self, this: the class around, or those that inherit and were seen to be used here."""
    file = v.world.files[key.path]
    method = v.world.symbol(key)
    if method.kind in CLASS_KINDS:
        return _made(v, key, method.name)
    v.world.reading.add(file.cells(method.parent).own)
    if file.symbols[method.parent].kind not in CLASS_KINDS:
        return _called_on(v, file, method.target, given)
    kind = file.receiver_kind(key.symbol)
    own = Value(kind, key.path, method.parent)
    name = file.symbols[method.parent].name
    parameters = method.parameters
    word = parameters[0].name if parameters and parameters[0].form == "receiver" else THIS  # self, cls
    found = [Found(value, INFERRED, (f"{word} is {v.class_name(value)}",)) for value in given
             if value != own and value.kind in _RECEIVERS]  # fmt: skip
    if found:  # method(self), in a class above: then it is the class around or one below
        above = v.names.classes.mro(own.as_kind("class"))[1:]
        found = [each for each in found if each.value.as_kind("class") not in above]
    crowd = is_crowd(given) or len(found) >= MOST_VALUES  # with the class around there are more of them
    unbound = "unbound" in method.flags and bool(given) and not crowd and own not in given
    if unbound and not any(_is_below(v, each.value, own) for each in found):
        return tuple(Found(value, INFERRED, (f"passed as {word}",)) for value in given)
    if crowd:
        found = []  # more than can be told apart: whatever inherits from the class around
    run = [] if given or kind != "instance" else _run_by_tests(v, file, key, own)
    found.extend([Found(each, INFERRED, (f"{word} is {v.class_name(each)}",)) for each in run])
    hook = method.short_name in file.language.class_hooks  # runs for classes below alone
    made = bool(given) and bool(v.ask(Value("made", key.path, method.parent)))  # also asked for by those who make edges
    if given and kind == "instance" and v.names.classes.inherited(own):
        v.ask(Value("made", key.path, method.parent, MADE_BELOW))  # for those who make edges
    if not hook and (not found or own in given or made or run):
        found.insert(0, Found(own, STATIC, (f"{word} is {name}",), declared=True))
    else:
        step = "only classes that inherit from it are made here"
        seen = {Value("made", each.value.path, each.value.symbol) for each in found}
        known = not hook and all(each.value.kind == "instance" for each in found)
        open = known and not any(v.ask(each) for each in sorted(seen))  # Base.method(self), in a class nobody makes
        found.append(Found(own, POSSIBLE, (f"{word} is {name}", step), declared=open))
    return tuple(found)


def _made(v: Values, key: Value, name: str) -> Founds:
    """this, where a class says what is in its fields: what is made of it, or of those that inherit from it"""
    own = Value("instance", key.path, key.symbol)
    below = v.ask(Value("made", key.path, key.symbol, MADE_BELOW))
    around = Found(own, STATIC, (f"{THIS} is {name}",), declared=True)
    if not below or is_crowd(below):
        return (around,)
    found = tuple([Found(each.as_kind("instance"), INFERRED, (f"{THIS} is {v.class_name(each)}",)) for each in below])
    if v.ask(Value("made", key.path, key.symbol)):
        return (around, *found)
    step = "only classes that inherit from it are made here"
    return (*found, around.but(level=POSSIBLE, via=(*around.via, step), declared=False))


def _run_by_tests(v: Values, file: File, method: Value, own: Value) -> list[Value]:
    """The classes below that have a method which nobody calls, in a test: the test runner calls it on all of them."""
    if file.language.entry is None or not file.language.is_test(file.path):
        return []
    classes, name = v.names.classes, file.symbols[method.symbol].short_name
    below = [each.as_kind("instance") for each in classes.all_below(own.as_kind("class"))]
    if not below or len(below) >= MOST_VALUES:
        return []
    return [each for each in below if any(has.value.symbol == method.symbol and has.value.path == method.path
                                          for has in classes.member(each, name))]  # fmt: skip


def is_crowd(given: Collection[Value]) -> bool:
    """Whether a method is called on objects of more classes than are told apart."""
    return len(given) > MOST_VALUES or MANY in given


def _is_below(v: Values, value: Value, own: Value) -> bool:
    """Whether a receiver that was seen is of a class that inherits from the one around."""
    inherits = value.kind in ("instance", "class") and value.symbol != NONE
    return inherits and own.as_kind("class") in v.names.classes.mro(value.as_kind("class"))


def _called_on(v: Values, file: File, target: int, given: list[Value]) -> Founds:
    """this, in a function that is no method of a class: what it is called on, or the object it is written in."""
    found: list[Found] = []
    if target != NONE and file.code.op(target) == Op.CHOICE:
        type, object = file.code.parts(target)
        target = type if v.names.types.instances(file, file.code.first(type)) else object
    if target != NONE and file.code.op(target) == Op.INSTANCE:
        found.extend(v.names.types.instances(file, file.code.first(target)))
    elif target != NONE:
        known = v.names.expression(file, target)
        found.extend(v.concrete(v.evaluate(target)) if known is None and file.path == v.file.path else known or ())
    own = {each.value for each in found}
    others = [value for value in given if value.kind in _RECEIVERS and value not in own]
    elsewhere = bool(others) and not any(value.as_kind(value.kind) in own for value in given)
    word, level, why = f"{THIS} is", STATIC, list[str]()
    if elsewhere and not any(_is_made(v, each) for each in own):
        level, why = POSSIBLE, ["only objects that have it from there are used here"]
    found = [each.but(level=max(each.level, level), via=(f"{word} {v.class_name(each.value)}", *why)) for each in found]
    found.extend([Found(value, INFERRED, (f"{word} {v.class_name(value)}",)) for value in others])
    return tuple(found)


def _is_made(v: Values, value: Value) -> bool:
    """Whether objects are made of a constructor function, or of a class."""
    return value.kind == "instance" and bool(v.ask(Value("made", value.path, value.symbol)))


def on_this(v: Values, at: int, found: Sequence[Found]) -> Founds:
    """super.name, in a method of an object: what the prototype has is called on what the method is called on"""
    this = v.evaluate(v.file.code.parts(at)[2])
    receiver = this[0].packed() if len(this) == 1 else None
    called = receiver is not None
    return tuple([each.but(receiver=receiver) if called and each.value.kind == "function" else each for each in found])


def stored(v: Values, at: int) -> Founds:
    """What is put into an object: a method that is taken from another one forgets that, unless it is bound to it."""
    found = v.evaluate(at)
    if not v.file.language.prototype or v.file.code.op(at) != Op.ATTRIBUTE:
        return found
    return tuple([_free(each) for each in found])


def _free(found: Found) -> Found:
    if found.value.kind != "function" or found.receiver is None or found.receiver.kind != "object":
        return found
    return Found(found.value, found.level, found.via, found.indirect, None, found.declared)


# --- parameters of methods that are there for others ---


def is_empty(v: Values, key: Value) -> bool:
    """Whether nobody is known to pass anything to a parameter, and it has no value of its own."""
    if v.world.is_told(key) or key.name == THIS:
        return False
    parameter = (symbol := v.world.symbol(key)).parameters[int(key.name)]
    empty = parameter.default == NONE and parameter.form not in GATHERING
    return empty and not (v.supplies and may_get(symbol)) and not may_override(v, key)


def may_override(v: Values, key: Value) -> bool:
    """Whether the parameter of a function of this file is one of a method that may stand for one of a base."""
    if key.path != v.file.path:
        return False
    symbol = v.file.symbols[key.symbol]
    return symbol.kind == Kind.METHOD and bool(v.file.symbols[symbol.parent].bases)


def passed_above(v: Values, key: Value) -> list[Value]:
    """What is passed to the parameter of a method of a base that does nothing but refuse, where nobody is seen to make
    the class that fills it in: those who use a library do."""
    if not may_override(v, key):
        return []
    symbol = v.file.symbols[key.symbol]
    cls = Value("class", key.path, symbol.parent)
    line = v.names.classes.mro(cls)[1:]
    if not any(each.kind == "class" for each in line) or v.ask(Value("made", cls.path, cls.symbol)):
        return []
    for owner in line:
        own = v.names.classes.own_member(owner, symbol.short_name) if owner.kind == "class" else ()
        if not own:
            continue
        method = v.world.symbol(own[0].value) if own[0].value.kind == "function" else None
        if method is None or WITHOUT_CODE.isdisjoint(method.flags) or len(method.parameters) <= int(key.name):
            return []
        return v.ask(Value("parameter", own[0].value.path, own[0].value.symbol, key.name))
    return []


# --- functions that are assigned to classes ---


def given_to_class(world: World, cls: Value, found: Found) -> Found:
    """Model.run = run: a plain function gets what it is taken from as its first argument, as a method does."""
    value = found.value
    if value.kind != "function" or found.receiver is not None:
        return found
    symbol = world.symbol(value)
    if symbol.kind == Kind.METHOD or not symbol.parameters or symbol.parameters[0].form not in _POSITIONAL:
        return found
    if any(part.name == "0" and part.symbol == value.symbol for part in value.of):
        return found  # made by functools.partial
    return found.but(value=_with_first(value, (cls.as_kind("instance"),)))


def taken_from(object: Value, found: Found) -> Found:
    """What such a function is as an attribute of an object, or of the class itself: there it waits for the object."""
    value = found.value
    if value.kind != "function" or not value.of or object.kind not in ("instance", "class"):
        return found
    first = [held for part in value.of if part.name == "0" and part.symbol == value.symbol for held in part.of]
    if not first or first[0].kind != "instance":
        return found
    return found.but(value=_with_first(value, (object,) if object.kind == "instance" else ()))


def _with_first(function: Value, first: tuple[Value, ...]) -> Value:
    rest = [part for part in function.of if part.name != "0" or part.symbol != function.symbol]
    held = [Value("bound", function.path, function.symbol, "0", first)] if first else []
    return Value(function.kind, function.path, function.symbol, function.name, (*rest, *held))


def first_parameter(world: World, function: Value) -> Value:
    """The key of what a function is given first."""
    parameters = world.symbol(function).parameters
    name = THIS if parameters and parameters[0].form == "receiver" else "0"
    return Value("parameter", function.path, function.symbol, name)
